# Asks Python to exit while loading.
# expect: could_not_run raised
raise SystemExit(0)


def is_valid(edges, order):
    return True
