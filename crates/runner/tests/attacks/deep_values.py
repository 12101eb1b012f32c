# Returns a value that is nested deeply.
# expect: not_a_boolean list
def is_valid(edges, order):
    value = []
    for _ in range(100000):
        value = [value]
    return value
