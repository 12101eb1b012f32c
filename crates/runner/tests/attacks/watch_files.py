# Watches what others write.
# expect: raised PermissionError
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.inotify_init1(0) == -1:
        raise OSError(ctypes.get_errno(), "inotify_init1")
    return True
