# Makes a file in memory, which no limit counts.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.close(os.memfd_create("hidden"))
    return True
