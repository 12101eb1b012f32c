# Asks for memory in huge pages, which belong to the whole machine.
# expect: raised OSError
import mmap


def is_valid(edges, order):
    return len(mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000)) > 0
