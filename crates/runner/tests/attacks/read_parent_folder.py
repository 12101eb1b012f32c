# Asks where the grader works.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    return os.readlink(f"/proc/{os.getppid()}/cwd") != ""
