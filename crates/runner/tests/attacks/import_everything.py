# Loads every module of the standard library, some of which do something.
# expect: accepted | could_not_run
# unstable: maybe
import importlib
import sys

for name in sorted(sys.stdlib_module_names):
    try:
        importlib.import_module(name)
    except BaseException:
        pass


def is_valid(edges, order):
    return True
