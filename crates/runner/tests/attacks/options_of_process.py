# Changes what the kernel does with the process: whom it may be traced by, whose children it adopts, when it is ended.
# expect: rejected
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
OPTIONS = {
    "death signal": (1, 0), "dumpable": (4, 0), "keep capabilities": (8, 1), "time stamps": (26, 1), "securebits": (28, 0),
    "timer slack": (29, 1 << 40), "adopt orphans": (36, 1), "memory layout": (35, 1), "early kill": (33, 1),
    "tracer": (0x59616D61, -1), "no huge pages": (41, 1), "ambient capabilities": (47, 2), "speculation": (53, 0),
    "system calls": (59, 1), "core scheduling": (62, 1), "filter": (22, 1),
}  # fmt: skip


def is_valid(edges, order):
    for name, (option, value) in OPTIONS.items():
        if libc.prctl(option, value, 0, 0, 0) != -1:
            print(name)
            return True
    return False
