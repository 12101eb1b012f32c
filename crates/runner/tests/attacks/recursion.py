# Calls itself forever.
# expect: raised RecursionError
def is_valid(edges, order):
    return is_valid(edges, order)
