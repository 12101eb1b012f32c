# Ends on the first test, and refuses to be loaded again, so that no further test can be run.
# expect: crashed exit 1, not_run
import os
import time


def age():
    return time.time() - os.stat(__file__).st_ctime


if age() > 3:
    os._exit(1)


def is_valid(edges, order):
    time.sleep(max(0, 3.1 - age()))
    os._exit(1)
