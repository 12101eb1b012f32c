# Prints from a thread while it answers.
# expect: accepted
import os
import threading


def flood():
    while True:
        os.write(2, b"x" * 100)


threading.Thread(target=flood, daemon=True).start()


def is_valid(edges, order):
    return True
