# Makes a pipe in which a reader of its folder would wait forever.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    if not os.path.exists("fifo"):
        os.mkfifo("fifo")
    return True
