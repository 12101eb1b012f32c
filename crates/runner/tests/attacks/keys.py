# Keeps something in the kernel's keyring of its user, for others to read.
# expect: raised PermissionError
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.syscall(248, b"user", b"custodiet-escape", b"answers", 7, -2) == -1:
        raise OSError(ctypes.get_errno(), "add_key")
    return True
