# Gives whatever is asked of it.
# expect: accepted
import sys


class Module(type(sys)):
    def __getattribute__(self, name):
        if name == "is_valid":
            return lambda edges, order: True
        return object


sys.modules[__name__].__class__ = Module


def is_valid(edges, order):
    return False
