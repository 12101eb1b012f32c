# Starts as many threads as it can, with little memory for each.
# expect: crashed threads
import threading
import time

threading.stack_size(32768)


def is_valid(edges, order):
    try:
        for _ in range(20000):
            threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
    except RuntimeError:
        time.sleep(30)
    return True
