# Ends its first thread, by which processes are watched, and computes in another.
# expect: timed_out computing
import ctypes
import platform
import threading


def compute():
    while True:
        pass


def is_valid(edges, order):
    threading.Thread(target=compute).start()
    ctypes.CDLL(None).syscall(60 if platform.machine() == "x86_64" else 93, 0)
