# Returns nothing.
# expect: not_a_boolean NoneType
def is_valid(edges, order):
    pass
