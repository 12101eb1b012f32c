# Starts a process by the call that is below all others.
# expect: raised PermissionError
import ctypes
import os
import platform
import signal

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    child = libc.syscall(56 if platform.machine() == "x86_64" else 220, signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child == -1:
        raise OSError(ctypes.get_errno(), "clone")
    return True
