# Never ends while it is loaded.
# expect: could_not_run timed_out
while True:
    pass


def is_valid(edges, order):
    return True
