# Reads the memory of the grader by a system call.
# expect: raised PermissionError
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    buffer = ctypes.create_string_buffer(8)
    here = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 8)
    there = (ctypes.c_size_t * 2)(id(None), 8)
    if libc.process_vm_readv(os.getppid(), here, 1, there, 1, 0) == -1:
        raise OSError(ctypes.get_errno(), "process_vm_readv")
    return True
