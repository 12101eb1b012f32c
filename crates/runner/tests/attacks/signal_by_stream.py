# Has the kernel send signals to the grader whenever a stream is ready.
# expect: raised OSError
import fcntl
import os


def is_valid(edges, order):
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())
    return True
