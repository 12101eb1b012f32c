# Loops forever while loading.
# expect: could_not_run timed_out
while True:
    pass


def is_valid(edges, order):
    return True
