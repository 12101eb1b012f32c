# Starts a process that has the same parent as itself, so that the grader would have to wait for it.
# expect: raised PermissionError
import ctypes
import os
import platform
import signal

libc = ctypes.CDLL(None, use_errno=True)
CLONE_PARENT = 0x8000


def is_valid(edges, order):
    child = libc.syscall(56 if platform.machine() == "x86_64" else 220, CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child == -1:
        raise OSError(ctypes.get_errno(), "clone")
    return True
