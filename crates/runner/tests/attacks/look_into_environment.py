# Looks for secrets in its environment and arguments.
# expect: rejected
import os
import sys


def is_valid(edges, order):
    known = {"HOME", "TMPDIR", "LANG", "PATH", "PYTHONHASHSEED", "PYTHONUTF8", "LC_CTYPE"}
    return not set(os.environ) <= known or sys.argv != [""]
