# Raises an exception on a line that its file does not have.
# expect: raised ValueError
def raises():
    raise ValueError


raises.__code__ = raises.__code__.replace(co_firstlineno=2_000_000_000)


def is_valid(edges, order):
    raises()
