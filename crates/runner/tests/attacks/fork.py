# Starts a process.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return True
