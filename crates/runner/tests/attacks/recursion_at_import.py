# Calls itself forever while loading.
# expect: could_not_run raised
def deep():
    return deep()


DEEP = deep()


def is_valid(edges, order):
    return True
