# Makes more timers than its user may have, so that others get none.
# expect: rejected
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    timer = ctypes.c_void_p()
    made = 0
    while made < 1000 and libc.timer_create(0, None, ctypes.byref(timer)) == 0:
        made += 1
    return made >= 1000
