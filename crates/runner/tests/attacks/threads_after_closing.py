# Closes the answers, and starts threads while the grader waits for it to exit.
# expect: crashed threads
import os
import threading
import time


def is_valid(edges, order):
    threading.stack_size(32768)
    os.closerange(3, 100)
    while True:
        try:
            threading.Thread(target=time.sleep, args=(10,), daemon=True).start()
        except RuntimeError:
            time.sleep(10)
