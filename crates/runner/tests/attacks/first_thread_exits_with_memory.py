# Fills its memory after the first thread has ended, and exits with a code of its own when there is no more.
# expect: crashed exit 7
import ctypes
import os
import platform
import threading


def is_valid(edges, order):
    def fill():
        held = []
        try:
            while True:
                held.append(bytearray(8 << 20))
        except MemoryError:
            os._exit(7)

    threading.Thread(target=fill).start()
    ctypes.CDLL(None).syscall(60 if platform.machine() == "x86_64" else 93, 0)
