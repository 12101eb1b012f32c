# Replaces the streams by objects that never come to an end when they are flushed or closed.
# expect: accepted
import sys


class Endless:
    def flush(self, *arguments):
        while True:
            pass

    write = close = fileno = reconfigure = flush


def is_valid(edges, order):
    sys.stdin = sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Endless()
    return True
