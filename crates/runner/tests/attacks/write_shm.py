# Leaves a file in memory that all processes share.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os

PATH = "/dev/shm/custodiet-escape-" + __file__.split("/")[-4]


def is_valid(edges, order):
    with open(PATH, "w") as file:
        file.write("answers")
    os.remove(PATH)
    return True
