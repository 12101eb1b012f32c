# Makes folders that can be written to and not read.
# expect: crashed disk
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    os.mkdir("closed", 0o300)
    for number in range(20):
        with open(f"closed/file{number}", "wb") as file:
            file.write(b"x" * (1 << 20))
    while True:
        pass
