# Says that it cannot be loaded, and answers tests that it never gets.
# expect: could_not_run crashed
import os
import sys


def harness():
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents


failed = b'{"failed": {"why": "syntax", "message": ""}}\n'
os.write(harness(), failed + b'{"test": 0, "answer": true}\n{"test": 1, "answer": true}\n')


def is_valid(edges, order):
    return True
