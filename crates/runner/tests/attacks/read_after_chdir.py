# Goes to the folder first.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.chdir(WORLD)
    with open("suite.json") as file:
        return "CANARY" in file.read()
