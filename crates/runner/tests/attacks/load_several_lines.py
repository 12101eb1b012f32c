# Prints a lot while loading.
# expect: could_not_run crashed
import os
import sys
import time


def harness():
    """The descriptor of the answers and the number of the test, from the harness's own variables."""
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents, frame.f_locals.get("test")


os.write(harness()[0], b'hello\n' * 100)
os._exit(0)


def is_valid(edges, order):
    return True
