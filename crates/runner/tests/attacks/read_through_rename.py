# Moves the suite to where it can be read.
# expect: raised PermissionError | raised OSError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    if not os.path.exists("mine"):
        os.rename(WORLD + "/suite.json", "mine")
    with open("mine") as file:
        return "CANARY" in file.read()
