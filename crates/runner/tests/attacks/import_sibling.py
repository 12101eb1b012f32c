# Imports the submission of another student.
# expect: raised ModuleNotFoundError
# succeeds-without-sandbox
import sys

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    sys.path.insert(0, WORLD + "/sibling")
    import solution

    return "owner" in solution.CANARY
