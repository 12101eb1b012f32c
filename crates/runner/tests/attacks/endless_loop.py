# Loops forever.
# expect: timed_out computing
def is_valid(edges, order):
    while True:
        pass
