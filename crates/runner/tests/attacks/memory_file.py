# Makes a file in memory, which counts for nobody.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.close(os.memfd_create("hidden"))
    return True
