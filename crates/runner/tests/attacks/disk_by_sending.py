# Has the kernel send a file of the language into its own files, again and again.
# expect: crashed disk | raised OSError
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    source = os.open(os.path.realpath(os.__file__), os.O_RDONLY)
    number = 0
    while True:
        number += 1
        with open(f"file{number}", "wb") as file:
            for _ in range(20):
                os.sendfile(file.fileno(), source, 0, 1 << 20)
