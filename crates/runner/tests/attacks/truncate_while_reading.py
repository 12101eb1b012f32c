# Empties its own file, which can be read, by opening it to read it.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    os.close(os.open(__file__, os.O_RDONLY | os.O_TRUNC))
    return True
