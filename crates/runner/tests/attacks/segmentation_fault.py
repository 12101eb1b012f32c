# Reads memory that does not exist.
# expect: crashed signal 11
import ctypes


def is_valid(edges, order):
    return ctypes.string_at(0) == b""
