# Raises an exception that cannot be described.
# expect: raised Evil
class Evil(Exception):
    def __str__(self):
        raise Evil


def is_valid(edges, order):
    raise Evil
