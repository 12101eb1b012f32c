# Leaves a file in /tmp for other submissions.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
# succeeds-without-sandbox
import os

PATH = "/tmp/custodiet-escape-" + __file__.split("/")[-4]


def is_valid(edges, order):
    with open(PATH, "w") as file:
        file.write("answers")
    os.remove(PATH)
    return True
