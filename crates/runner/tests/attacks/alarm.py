# Has itself interrupted at any time.
# expect: crashed signal 14 | could_not_run crashed
# unstable: maybe
import signal

signal.setitimer(signal.ITIMER_REAL, 0.000001, 0.05)


def is_valid(edges, order):
    return True
