# Returns something whose class has a long name.
# expect: not_a_boolean
def is_valid(edges, order):
    return type("x" * 100000, (), {})()
