# Reads the submission of another student.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    with open(WORLD + "/sibling/solution.py") as file:
        return "CANARY" in file.read()
