# Fills shared memory and drops its pages, which stay in memory without being its own.
# expect: raised OSError | raised MemoryError | out_of_memory
import mmap


def is_valid(edges, order):
    kept = []
    while True:
        part = mmap.mmap(-1, 32 << 20)
        part.write(b"x" * (32 << 20))
        part.madvise(mmap.MADV_DONTNEED)
        kept.append(part)
