# Raises an exception with a cause that has a cause that is itself.
# expect: raised ValueError
def is_valid(edges, order):
    error = ValueError("round")
    other = KeyError("and round")
    error.__cause__, other.__cause__ = other, error
    raise error
