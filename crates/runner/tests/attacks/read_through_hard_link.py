# Makes a hard link to the suite, in a folder that can be read.
# expect: raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    if not os.path.exists("link"):
        os.link(WORLD + "/suite.json", "link")
    with open("link") as file:
        return "CANARY" in file.read()
