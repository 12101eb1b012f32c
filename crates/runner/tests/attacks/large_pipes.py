# Enlarges pipes: their content is the kernel's.
# expect: raised OSError | raised PermissionError
# succeeds-without-sandbox
import fcntl
import os


def is_valid(edges, order):
    _, end = os.pipe()
    return fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 1 << 18) >= 1 << 18
