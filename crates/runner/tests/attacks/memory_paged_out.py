# Has its memory written to the swap space, so that it does not count as resident.
# expect: out_of_memory
import ctypes
import mmap

libc = ctypes.CDLL(None)
PAGEOUT = 21


def is_valid(edges, order):
    held = []
    while True:
        try:
            part = mmap.mmap(-1, 16 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError:
            raise MemoryError from None
        part.write(b"x" * len(part))
        libc.madvise(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(part))), ctypes.c_size_t(16 << 20), PAGEOUT)
        held.append(part)
