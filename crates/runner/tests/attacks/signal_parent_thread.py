# The same for a thread of the grader.
# expect: raised PermissionError
# succeeds-without-sandbox
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.tgkill(os.getppid(), os.getppid(), 0) == -1:
        raise OSError(ctypes.get_errno(), "tgkill")
    return True
