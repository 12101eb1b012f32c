# Ends its first thread and does nothing in another: neither running nor gone.
# expect: timed_out waiting
import ctypes
import platform
import threading
import time


def is_valid(edges, order):
    threading.Thread(target=time.sleep, args=(60,)).start()
    ctypes.CDLL(None).syscall(60 if platform.machine() == "x86_64" else 93, 0)
