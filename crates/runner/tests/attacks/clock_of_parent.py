# Reads how much the grader has computed: each process has a clock of its own, which anyone may read.
# expect: raised PermissionError
# succeeds-without-sandbox
import os
import time


def is_valid(edges, order):
    return time.clock_gettime((~(os.getppid() or 1) << 3) | 2) >= 0
