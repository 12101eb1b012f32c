# Raises an exception with half a character in its message.
# expect: raised ValueError
def is_valid(edges, order):
    raise ValueError("\ud800")
