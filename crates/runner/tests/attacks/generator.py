# Gives answers one after the other.
# expect: not_a_boolean generator
def is_valid(edges, order):
    yield True
