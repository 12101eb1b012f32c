# Waits while loading.
# expect: could_not_run timed_out
import time

time.sleep(1000)


def is_valid(edges, order):
    return True
