# Interrupts itself.
# expect: raised KeyboardInterrupt
import os
import signal


def is_valid(edges, order):
    os.kill(os.getpid(), signal.SIGINT)
    return True
