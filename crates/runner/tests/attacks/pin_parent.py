# Chooses the processors of the grader. Those it has now, and this process after it.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.sched_setaffinity(os.getppid(), os.sched_getaffinity(0))
    return True
