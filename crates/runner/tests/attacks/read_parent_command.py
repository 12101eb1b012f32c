# Reads the command line of the grader. Without Landlock everyone may.
# expect: raised PermissionError
# expect-reduced: accepted
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    with open(f"/proc/{os.getppid()}/cmdline", "rb") as file:
        return len(file.read()) > 0
