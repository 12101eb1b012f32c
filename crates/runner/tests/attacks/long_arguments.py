# Becomes itself with as many arguments and variables as the kernel copies.
# expect: crashed | raised OSError
import os
import sys


def is_valid(edges, order):
    os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)"] + ["x" * 100_000] * 50, {"A": "x" * 100_000})
