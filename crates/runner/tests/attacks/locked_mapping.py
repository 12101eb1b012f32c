# Asks for memory that may not be moved out of the machine's, by a flag of the mapping.
# expect: raised PermissionError | raised BlockingIOError
import mmap


def is_valid(edges, order):
    return len(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x2000)) > 0
