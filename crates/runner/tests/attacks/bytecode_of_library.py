# Replaces the compiled code of a module that every submission uses.
# expect: raised PermissionError
import os
import sys


def is_valid(edges, order):
    folder = os.path.join(os.path.dirname(os.__file__), "json", "__pycache__")
    os.close(os.open(f"{folder}/decoder.{sys.implementation.cache_tag}.pyc", os.O_WRONLY))
    return True
