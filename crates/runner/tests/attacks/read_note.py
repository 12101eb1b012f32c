# Reads a file nearby that everyone may read.
# expect: raised PermissionError
# expect-reduced: accepted
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    with open(WORLD + "/note.txt") as file:
        return "CANARY" in file.read()
