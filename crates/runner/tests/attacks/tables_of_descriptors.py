# Gives each thread a table of descriptors of its own: 250 tables hold gigabytes of unread data, which no limit counts.
# expect: raised OSError | raised PermissionError
# succeeds-without-sandbox
import ctypes
import os
import threading

libc = ctypes.CDLL(None, use_errno=True)
CLOSE_RANGE, UNSHARE = 436, 2


def is_valid(edges, order):
    results = []

    def separate():
        if libc.syscall(CLOSE_RANGE, 2000, 2001, UNSHARE) == -1:
            results.append(ctypes.get_errno())
            return
        os.close(0)
        results.append(0)

    thread = threading.Thread(target=separate)
    thread.start()
    thread.join()
    if results != [0]:
        raise OSError(results[0], "close_range")
    os.fstat(0)
    return True
