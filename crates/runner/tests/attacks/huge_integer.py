# Computes with numbers that never end.
# expect: timed_out computing
def is_valid(edges, order):
    number = 3
    while True:
        number *= number
        number %= 10**100000 + 7
