# Copies a shared mapping by moving none of it, again and again.
# expect: raised OSError
import ctypes
import mmap
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.mremap.restype = ctypes.c_void_p
libc.mremap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int]
MAYMOVE = 1


def is_valid(edges, order):
    shared = mmap.mmap(-1, 32 << 20)
    start = ctypes.addressof(ctypes.c_char.from_buffer(shared))
    for _ in range(1000):
        if libc.mremap(start, 0, 32 << 20, MAYMOVE) == ctypes.c_void_p(-1).value:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return True
