# Writes an answer to every descriptor that there is, also to those of others, if it has inherited any.
# expect: accepted, crashed breach
# unstable
import os
import sys


def is_valid(edges, order):
    frame = sys._getframe()
    while "test" not in frame.f_locals:
        frame = frame.f_back
    for number in range(256):
        try:
            os.write(number, b'{"test": %d, "answer": true}\n' % frame.f_locals["test"])
        except OSError:
            pass
    return True
