# Floods the answers from a thread while it answers.
# expect: crashed breach
import os
import sys
import threading
import time


def harness():
    """The descriptor of the answers and the number of the test, from the harness's own variables."""
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents, frame.f_locals.get("test")


def is_valid(edges, order):
    answers, test = harness()
    os.write(answers, b'')
    threading.Thread(target=lambda: os.write(answers, b'hello\n' * 100)).start()
    time.sleep(0.05)
    return True
