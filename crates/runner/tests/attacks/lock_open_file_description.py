# Locks a shared file for its open file description: such a lock outlives the thread that took it.
# expect: raised PermissionError
# succeeds-without-sandbox
import fcntl
import json
import struct

F_OFD_SETLK = 37
F_RDLCK = 0


def is_valid(edges, order):
    with open(json.__file__) as shared:
        fcntl.fcntl(shared, F_OFD_SETLK, struct.pack("hhqqi4x", F_RDLCK, 0, 0, 0, 0))
    return True
