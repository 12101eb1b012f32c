# Looks through the files that the grader has open.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    return len(os.listdir(f"/proc/{os.getppid()}/fd")) > 2
