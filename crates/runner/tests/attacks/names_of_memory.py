# Gives names to parts of its memory, each of which the kernel keeps.
# expect: accepted | raised
import ctypes
import mmap

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    area = mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    start = ctypes.addressof(ctypes.c_char.from_buffer(area))
    for page in range(0, 16_000, 2):
        libc.prctl(0x53564D41, 0, ctypes.c_ulong(start + page * 4096), 4096, b"name %d" % page + b"x" * 60)
    return True
