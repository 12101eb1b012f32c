# Gives its turn to others, again and again, which is not to count as waiting for them.
# expect: timed_out
import os


def is_valid(edges, order):
    while True:
        os.sched_yield()
