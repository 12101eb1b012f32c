# Has Python describe its threads in the stream of answers, from a thread that is not Python's.
# expect: crashed breach
import faulthandler
import sys
import time


def is_valid(edges, order):
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    answers = frame.f_locals["answer"].__closure__[0].cell_contents
    faulthandler.dump_traceback_later(0.01, repeat=True, file=answers)
    time.sleep(10)
