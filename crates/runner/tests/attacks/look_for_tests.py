# Looks into the request for more than arguments and a number.
# expect: rejected
import sys


def is_valid(edges, order):
    call = sys._getframe(1).f_locals["call"]
    return set(call) != {"test", "arguments"}
