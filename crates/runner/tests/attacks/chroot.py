# Chooses another top of the disk.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    os.chroot(".")
    return True
