# Asks whether it could end all processes of its user. The signal is none.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    os.kill(-1, 0)
    return True
