# Asks for its filter of calls to be taken away.
# expect: raised OSError | raised PermissionError
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.prctl(22, 0, 0, 0, 0) == -1:
        raise OSError(ctypes.get_errno(), "prctl")
    return True
