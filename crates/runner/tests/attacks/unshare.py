# Makes a world of its own, in which it is root.
# expect: raised PermissionError
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.unshare(0x10000000 | 0x00020000) == -1:
        raise OSError(ctypes.get_errno(), "unshare")
    return True
