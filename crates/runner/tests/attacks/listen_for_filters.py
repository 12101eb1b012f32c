# Asks to be told of its own system calls, to answer them itself.
# expect: raised PermissionError
import ctypes
import os
import platform

libc = ctypes.CDLL(None, use_errno=True)
CALL = 317 if platform.machine() == "x86_64" else 277
LISTENER = 8


class Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def is_valid(edges, order):
    steps = bytes.fromhex("0600000000 00ff7f".replace(" ", ""))
    if libc.syscall(CALL, 1, LISTENER, ctypes.byref(Filter(1, steps))) == -1:
        raise OSError(ctypes.get_errno(), "seccomp")
    return True
