# Ignores all signals that it can, and goes on.
# expect: timed_out computing
import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass


def is_valid(edges, order):
    while True:
        pass
