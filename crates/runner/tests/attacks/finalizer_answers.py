# Answers once more when its arguments are thrown away.
# expect: accepted, crashed breach
# unstable
import os
import sys
import weakref


class Late(set):
    pass


def is_valid(edges, order):
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    answers, test = frame.f_locals["answer"].__closure__[0].cell_contents, frame.f_locals["test"]
    weakref.finalize(Late(), os.write, answers, b'{"test": %d, "answer": true}\n' % test)
    return True
