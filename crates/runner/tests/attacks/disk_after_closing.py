# Closes the answers, and fills the disk while the grader waits for it to exit.
# expect: crashed disk
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    open("first", "w").close()
    os.closerange(3, 100)
    number = 0
    while True:
        number += 1
        with open(f"file{number}", "wb") as file:
            file.write(b"x" * (1 << 19))
