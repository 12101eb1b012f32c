# Prints forever while loading.
# expect: could_not_run timed_out
while True:
    print("x" * 10000)


def is_valid(edges, order):
    return True
