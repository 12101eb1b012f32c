# Answers by a truth value of C.
# expect: not_a_boolean c_bool
import ctypes


def is_valid(edges, order):
    return ctypes.c_bool(True)
