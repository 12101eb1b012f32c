# Waits in many threads at once, which is not to count as being busy.
# expect: timed_out waiting
import threading
import time


def is_valid(edges, order):
    threading.stack_size(65536)
    threads = [threading.Thread(target=time.sleep, args=(60,), daemon=True) for _ in range(50)]
    for thread in threads:
        thread.start()
    threads[0].join()
    return True
