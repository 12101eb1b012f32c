# Reads the program of the grader, where the built-in answers might be.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    with open(f"/proc/{os.getppid()}/exe", "rb") as file:
        return file.read(4) == b"\x7fELF"
