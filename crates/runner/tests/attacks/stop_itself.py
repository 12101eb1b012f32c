# Stops, so that it neither runs nor ends.
# expect: timed_out waiting
import os
import signal


def is_valid(edges, order):
    os.kill(os.getpid(), signal.SIGSTOP)
    return True
