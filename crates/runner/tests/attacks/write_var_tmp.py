# Leaves a folder in /var/tmp.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os

PATH = "/var/tmp/custodiet-escape-" + __file__.split("/")[-4]


def is_valid(edges, order):
    os.mkdir(PATH)
    os.rmdir(PATH)
    return True
