# Leaves by an exit of its own kind, whose code is something that never becomes one.
# expect: raised Leave
import sys


class Leave(SystemExit):
    pass


class Code:
    def __int__(self):
        sys.exit(0)

    __index__ = __str__ = __repr__ = __int__


def is_valid(edges, order):
    raise Leave(Code())
