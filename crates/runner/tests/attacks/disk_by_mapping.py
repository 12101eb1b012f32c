# Makes files without content, and fills them through memory.
# expect: crashed disk
# expect-reduced: raised PermissionError
import mmap


def is_valid(edges, order):
    number = 0
    while True:
        number += 1
        with open(f"file{number}", "w+b") as file:
            file.truncate(1 << 20)
            with mmap.mmap(file.fileno(), 1 << 20) as content:
                content.write(b"x" * (1 << 20))
