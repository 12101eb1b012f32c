# Takes a lease on its own file: whoever wants to replace it has to wait for it.
# expect: raised OSError | raised PermissionError
# succeeds-without-sandbox
import fcntl
import os


def is_valid(edges, order):
    fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)
    return True
