# Changes how all of its streams behave, for everyone who has them open: they do not wait, and send signals.
# expect: accepted, accepted | crashed exit
# unstable: maybe
import fcntl
import os
import signal


def is_valid(edges, order):
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    for number in range(256):
        try:
            fcntl.fcntl(number, fcntl.F_SETFL, os.O_NONBLOCK | os.O_ASYNC | os.O_APPEND)
        except OSError:
            pass
    return True
