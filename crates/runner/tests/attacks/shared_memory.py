# The same by the library. The name is short, as some systems want.
# expect: raised PermissionError | raised ImportError | raised ModuleNotFoundError
# expect-namespaces: raised FileNotFoundError | raised ImportError | raised ModuleNotFoundError | raised PermissionError
import os


def is_valid(edges, order):
    import _posixshmem

    name = "/custodiet-escape-" + __file__.split("/")[-4]
    os.close(_posixshmem.shm_open(name, os.O_CREAT | os.O_RDWR, mode=0o600))
    _posixshmem.shm_unlink(name)
    return True
