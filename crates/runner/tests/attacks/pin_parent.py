# Chooses the processors of the grader. Those it has now.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.sched_setaffinity(os.getppid(), os.sched_getaffinity(os.getppid()))
    return True
