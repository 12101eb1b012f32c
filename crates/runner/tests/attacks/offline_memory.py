# Declares a page of the machine's memory to be broken, so that nobody uses it again.
# expect: raised OSError | raised PermissionError
import ctypes
import mmap

libc = ctypes.CDLL(None, use_errno=True)
SOFT_OFFLINE = 101


def is_valid(edges, order):
    page = mmap.mmap(-1, 4096)
    page.write(b"x")
    start = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    if libc.madvise(start, ctypes.c_size_t(4096), SOFT_OFFLINE) == -1:
        raise OSError(ctypes.get_errno(), "madvise")
    return True
