# Has a thread hold the interpreter in C, so that the harness never gets its turn.
# expect: timed_out computing
import itertools
import sys
import threading


def is_valid(edges, order):
    sys.setswitchinterval(1e9)
    threading.Thread(target=lambda: 1 in itertools.repeat(0), daemon=True).start()
    return True
