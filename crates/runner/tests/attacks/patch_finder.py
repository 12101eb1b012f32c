# Puts itself in the place of modules of the standard library. There is nobody else in its process.
# expect: rejected
import sys

for name in "random", "math", "collections":
    sys.modules[name] = sys.modules[__name__]


def is_valid(edges, order):
    return False
