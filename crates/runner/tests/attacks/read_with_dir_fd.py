# Holds on to the folder by a descriptor that gives no permissions.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    folder = os.open(WORLD, os.O_PATH | os.O_DIRECTORY)
    file = os.open("suite.json", os.O_RDONLY, dir_fd=folder)
    return b"CANARY" in os.read(file, 1000)
