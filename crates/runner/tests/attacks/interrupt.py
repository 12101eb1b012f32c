# Interrupts itself. The signal may reach another thread first, so it waits a moment.
# expect: raised KeyboardInterrupt
import os
import signal


def is_valid(edges, order):
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1_000_000):
        pass
    return True
