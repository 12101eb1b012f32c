# Asks Python to end while it is loaded.
# expect: could_not_run raised
raise SystemExit(0)


def is_valid(edges, order):
    return True
