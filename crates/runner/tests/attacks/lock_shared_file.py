# Locks a file that other submissions read, too.
# expect: raised PermissionError
# succeeds-without-sandbox
import fcntl
import json


def is_valid(edges, order):
    with open(json.__file__) as shared:
        fcntl.flock(shared, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return True
