# Makes a symbolic link to the suite and reads that.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    if not os.path.islink("link"):
        os.symlink(WORLD + "/suite.json", "link")
    with open("link") as file:
        return "CANARY" in file.read()
