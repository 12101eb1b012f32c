# Leaves a thread behind. It ends with the process.
# expect: accepted
import threading
import time


def is_valid(edges, order):
    threading.Thread(target=time.sleep, args=(30,)).start()
    return True
