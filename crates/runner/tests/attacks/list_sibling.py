# Looks for other submissions.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    return os.listdir(WORLD + "/sibling") == ["solution.py"]
