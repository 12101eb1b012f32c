# Prints forever.
# expect: timed_out
def is_valid(edges, order):
    while True:
        print("x" * 10000)
