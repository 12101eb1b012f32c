# Has the kernel copy the interpreter into its folder, again and again.
# expect: crashed disk
# expect-reduced: raised PermissionError
import os
import sys


def is_valid(edges, order):
    size = 1 << 20
    source = os.open(os.path.realpath(os.__file__), os.O_RDONLY)
    number = 0
    while True:
        number += 1
        target = os.open(f"file{number}", os.O_WRONLY | os.O_CREAT)
        for _ in range(20):
            if os.copy_file_range(source, target, size, offset_src=0) == 0:
                sys.exit("nothing was copied")
        os.close(target)
