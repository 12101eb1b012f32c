# Raises while it is loaded.
# expect: could_not_run raised
raise ValueError("\ud800" * 1000000)


def is_valid(edges, order):
    return True
