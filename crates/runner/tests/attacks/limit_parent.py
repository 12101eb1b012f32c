# Reads, and could set, the limits of the grader.
# expect: raised PermissionError
# succeeds-without-sandbox
import os
import resource


def is_valid(edges, order):
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE)
    return True
