# Raises an exception that most code does not catch.
# expect: raised Evil
class Evil(BaseException):
    pass


def is_valid(edges, order):
    raise Evil
