# Adds to the suite.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
# succeeds-without-sandbox
WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    with open(WORLD + "/suite.json", "a") as file:
        return file.write(" ") > 0
