# Waits for itself.
# expect: timed_out waiting
import threading


def is_valid(edges, order):
    lock = threading.Lock()
    with lock:
        lock.acquire()
    return True
