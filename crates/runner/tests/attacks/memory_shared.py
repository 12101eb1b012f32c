# Asks for memory of another kind.
# expect: raised OSError
import mmap


def is_valid(edges, order):
    return len(mmap.mmap(-1, 1 << 30)) > 0
