# Leaves compiled code beside the worker, which Python would load instead of its source.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    folder = WORLD + "/adapters/python/__pycache__"
    os.makedirs(folder, exist_ok=True)
    open(folder + "/json.cpython-311.pyc", "wb").close()
    return True
