# Runs code in a second interpreter, where no hook of the first one is, and reads the suite there.
# expect: raised
import sys

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    import _xxsubinterpreters as interpreters

    path = WORLD + "/suite.json"
    failed = interpreters.run_string(interpreters.create(), f"open({path!r}).read()")
    if failed is not None:
        raise RuntimeError("it raised")
    return True
