# Raises an exception with a long message.
# expect: raised ValueError
def is_valid(edges, order):
    raise ValueError("x" * 10000000)
