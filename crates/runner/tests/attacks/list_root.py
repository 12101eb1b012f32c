# Looks around on the disk.
# expect: raised PermissionError
# expect-reduced: accepted
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    return "etc" in os.listdir("/")
