# Searches its memory, page by page, for the text of a submission that ran before it.
# expect: rejected
# seconds: 3
import ctypes
import os

libc = ctypes.CDLL(None)
# In two parts: the whole must not be in this process.
WANTED = [b"position = {vertex: i for i, ", b"vertex in enumerate(order)}"]
PAGE = 4096


def is_valid(edges, order):
    # Around objects, small and large, wherever the allocator put them. The kernel copies a page only if it can be read.
    reads, writes = os.pipe()
    for start in {id(value) & ~(PAGE - 1) for value in (object(), WANTED, is_valid, ctypes, "x" * 100_000)}:
        for address in range(start - 2048 * PAGE, start + 2048 * PAGE, PAGE):
            if libc.write(writes, ctypes.c_void_p(address), ctypes.c_size_t(PAGE)) != PAGE:
                continue
            page = os.read(reads, PAGE)
            at = page.find(WANTED[0])
            if at >= 0 and page[at + len(WANTED[0]) :].startswith(WANTED[1]):
                return True
    return False
