# Starts many processes; each would start more.
# expect: raised PermissionError
import os
import time


def is_valid(edges, order):
    for _ in range(6):
        os.fork()
    time.sleep(3)
    return True
