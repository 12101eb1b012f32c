# Makes shared memory that outlives it.
# expect: raised PermissionError
# succeeds-without-sandbox
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    segment = libc.shmget(0, 4096, 0o1600)
    if segment == -1:
        raise OSError(ctypes.get_errno(), "shmget")
    libc.shmctl(segment, 0, 0)
    return True
