# Waits, and does a little from time to time.
# expect: timed_out waiting
import time


def is_valid(edges, order):
    for _ in range(10000):
        time.sleep(0.1)
    return True
