# Reads, and could set, the limits of the grader.
# expect: raised PermissionError
# succeeds-without-sandbox
import os
import resource


def is_valid(edges, order):
    parent = os.getppid() or 1  # a process in another namespace has no number here
    resource.prlimit(parent, resource.RLIMIT_NOFILE)
    return True
