# Makes links to long names that do not exist: each takes a block, and none has a length.
# expect: crashed disk
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    number = 0
    while True:
        number += 1
        os.symlink("x" * 4000, f"{number:0250}")
