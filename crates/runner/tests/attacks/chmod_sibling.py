# Lets everyone write to the submission of another student.
# expect: raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.chmod(WORLD + "/sibling/solution.py", 0o666)
    return True
