# Keeps filling its folder while it is ended, so that it is never found empty.
# expect: accepted
# expect-reduced: accepted
import os
import threading
import time


def refill():
    number = 0
    while True:
        number += 1
        try:
            os.mkdir(f"folder{number % 400}")
        except OSError:
            time.sleep(0.0005)


def is_valid(edges, order):
    threading.Thread(target=refill, daemon=True).start()
    return True
