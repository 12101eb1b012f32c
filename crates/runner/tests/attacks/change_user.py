# Becomes the user it is. It could become another where that is allowed.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.setuid(os.getuid())
    return True
