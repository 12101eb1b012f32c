# Closes the stream of answers and opens another file in its place.
# expect: crashed breach
import os
import time


def is_valid(edges, order):
    for number in range(3, 20):
        try:
            os.fstat(number)
        except OSError:
            continue
        nothing = os.open("/dev/null", os.O_RDONLY)
        os.dup2(nothing, number)
        os.close(nothing)
    time.sleep(10)
