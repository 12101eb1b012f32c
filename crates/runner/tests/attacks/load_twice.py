# Says that it is ready, and lets the harness say so again. That is not an answer.
# expect: crashed breach
import os
import sys
import time


def harness():
    """The descriptor of the answers and the number of the test, from the harness's own variables."""
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents, frame.f_locals.get("test")


os.write(harness()[0], b'{"ready": {"file": "load_twice.py", "name": "is_valid"}}\n')
time.sleep(0.3)


def is_valid(edges, order):
    return True
