# Looks around on the disk.
# expect: raised PermissionError
# expect-reduced: accepted
# expect-namespaces: raised PermissionError | rejected
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    return "var" in os.listdir("/")
