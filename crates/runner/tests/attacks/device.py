# Makes a device: the machine's memory, in its own folder.
# expect: raised PermissionError
import os
import stat


def is_valid(edges, order):
    os.mknod("memory", 0o600 | stat.S_IFCHR, os.makedev(1, 1))
    return True
