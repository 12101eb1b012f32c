# Makes calls by the numbers of another kind of processor.
# expect: raised OSError
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.syscall(0x40000000 + 41, 1, 1, 0) == -1:
        raise OSError(ctypes.get_errno(), "socket")
    return True
