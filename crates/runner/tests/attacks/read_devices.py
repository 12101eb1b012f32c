# Reads disks and memory as devices.
# expect: rejected
import os


def is_valid(edges, order):
    for name in "mem", "kmem", "port", "vda", "vda1", "sda", "sda1", "nvme0n1", "nvme0n1p1", "dm-0":
        try:
            os.close(os.open("/dev/" + name, os.O_RDONLY))
        except OSError:
            continue
        return True
    return False
