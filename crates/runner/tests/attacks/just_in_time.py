# Computes almost as long as it may, in every test.
# expect: accepted
import time


def is_valid(edges, order):
    end = time.process_time() + 0.6
    while time.process_time() < end:
        pass
    return True
