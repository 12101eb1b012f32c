# Mounts a disk over its scratch folder.
# expect: raised PermissionError
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    if libc.mount(b"none", b".", b"tmpfs", 0, 0) == -1:
        raise OSError(ctypes.get_errno(), "mount")
    return True
