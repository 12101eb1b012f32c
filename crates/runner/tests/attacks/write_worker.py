# Changes the worker, which serves all submissions.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
# succeeds-without-sandbox
import sys


def is_valid(edges, order):
    with open(sys.modules["__main__"].__file__, "a") as file:
        return file.write("\n") > 0
