# Asks not to be ended with the grader.
# expect: raised OSError
# succeeds-without-sandbox
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.prctl(1, 0, 0, 0, 0) == -1:
        raise OSError(ctypes.get_errno(), "prctl")
    return True
