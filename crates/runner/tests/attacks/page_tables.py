# Maps single pages far from each other: the kernel needs more memory for its tables than the pages have.
# expect: out_of_memory | timed_out computing
# seconds: 2
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
WRITE, PRIVATE_FIXED_ANONYMOUS = 3, 0x02 | 0x10 | 0x20


def is_valid(edges, order):
    for number in range(60_000):
        address = (1 << 44) + (number << 30)
        if libc.mmap(address, 4096, WRITE, PRIVATE_FIXED_ANONYMOUS, -1, 0) != address:
            return False
        ctypes.memset(address, 1, 1)
    return True
