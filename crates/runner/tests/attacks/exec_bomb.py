# Becomes itself again and again.
# expect: crashed breach | timed_out computing
import os
import sys

AGAIN = "import os, sys; n = int(sys.argv[1]); n and os.execv(sys.executable, [sys.executable, '-ISc', sys.argv[2], str(n - 1), sys.argv[2]])"


def is_valid(edges, order):
    os.execv(sys.executable, [sys.executable, "-ISc", AGAIN, "200", AGAIN])
