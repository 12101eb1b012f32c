# Makes itself unreadable.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.chmod(__file__, 0o644)
    return True
