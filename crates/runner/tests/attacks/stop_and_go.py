# Stops, and is woken by a timer of its own: neither running nor waiting for anything that can be seen.
# expect: timed_out waiting
import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)


class Event(ctypes.Structure):
    _fields_ = (("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("notify", ctypes.c_int), ("rest", ctypes.c_char * 48))


def is_valid(edges, order):
    timer = ctypes.c_void_p()
    libc.timer_create(1, ctypes.byref(Event(None, signal.SIGCONT, 0)), ctypes.byref(timer))
    libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 50_000_000, 0, 50_000_000), None)
    while True:
        os.kill(os.getpid(), signal.SIGSTOP)
