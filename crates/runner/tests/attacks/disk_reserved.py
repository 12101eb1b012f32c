# Takes space without writing, which takes no time.
# expect: raised OSError
# expect-reduced: raised PermissionError
import os
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    file = os.open("reserved", os.O_CREAT | os.O_RDWR)
    if libc.fallocate(file, 0, ctypes.c_long(0), ctypes.c_long(1 << 20)) == -1:
        raise OSError(ctypes.get_errno(), "fallocate")
    return True
