# Writes over the interpreter's own objects.
# expect: crashed
import ctypes


def is_valid(edges, order):
    ctypes.memset(id(type), 0, 400)
    return object() is None
