"""Runs a command as if the kernel had neither Landlock nor namespaces."""

import ctypes
import os
import platform
import struct
import sys

NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, NO_SUCH_CALL = 0x7FFF0000, 0x50000 | 38


def step(code, then, otherwise, number):
    return struct.pack("HBBI", code, then, otherwise, number)


# The three calls of Landlock have the same numbers on all processors. The last one creates namespaces.
CALLS = [444, 445, 446, {"x86_64": 272, "aarch64": 97}[platform.machine()]]
program = step(LOAD, 0, 0, 0)
program += b"".join(step(EQUAL, len(CALLS) - place, 0, call) for place, call in enumerate(CALLS))
program += step(RETURN, 0, 0, ALLOW) + step(RETURN, 0, 0, NO_SUCH_CALL)


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_void_p)]


steps = ctypes.create_string_buffer(program)
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(SECCOMP, FILTER, ctypes.byref(Program(len(program) // 8, ctypes.addressof(steps))), 0, 0) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))
os.execvp(sys.argv[1], sys.argv[1:])
