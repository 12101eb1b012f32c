# Leaves a module beside its own file for the next submission to import.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
import os


def is_valid(edges, order):
    with open(os.path.dirname(__file__) + "/json.py", "w") as file:
        return file.write("evil = True") > 0
