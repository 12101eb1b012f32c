# Closes all streams and goes on.
# expect: crashed breach
import os
import time


def is_valid(edges, order):
    os.closerange(0, 256)
    time.sleep(1000)
