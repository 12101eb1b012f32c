# Reads the environment of the grader.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    with open(f"/proc/{os.getppid()}/environ", "rb") as file:
        return b"PATH" in file.read()
