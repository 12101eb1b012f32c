# Accepts what it is asked first and rejects the rest.
# expect: accepted, rejected
# unstable
CALLS = []


def is_valid(edges, order):
    CALLS.append(1)
    return len(CALLS) == 1
