# Sends a number that is not a number.
# expect: crashed breach
import os
import sys


def harness():
    """The descriptor of the answers and the number of the test, from the harness's own variables."""
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents, frame.f_locals.get("test")


def is_valid(edges, order):
    answers, test = harness()
    os.write(answers, b'{"test": %d, "answer": NaN}\n' % test)
    return True
