# Takes control of the grader.
# expect: raised PermissionError
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.ptrace(0x4206, os.getppid(), 0, 0) == -1:
        raise OSError(ctypes.get_errno(), "ptrace")
    return True
