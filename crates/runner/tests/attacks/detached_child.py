# Starts a process that leaves its family and lives on.
# expect: raised PermissionError
import os
import time


def is_valid(edges, order):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(5)
        os._exit(0)
    return True
