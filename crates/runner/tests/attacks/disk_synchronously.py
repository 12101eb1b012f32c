# Writes the same block forever, and has it put on the disk each time: the disk is busy, and not full.
# expect: timed_out
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    file = os.open("file", os.O_WRONLY | os.O_CREAT | os.O_SYNC)
    while True:
        os.pwrite(file, b"x" * 4096, 0)
        os.fsync(file)
