# Opens the memory of the grader to write to it, and does not.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.close(os.open(f"/proc/{os.getppid()}/mem", os.O_RDWR))
    return True
