# Asks for memory as the stacks of threads.
# expect: raised RuntimeError
import threading
import time


def is_valid(edges, order):
    threading.stack_size(64 << 20)
    while True:
        threading.Thread(target=time.sleep, args=(10,), daemon=True).start()
