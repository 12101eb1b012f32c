# Calls itself for ever while it is loaded.
# expect: could_not_run raised
def deep():
    return deep()


DEEP = deep()


def is_valid(edges, order):
    return True
