# Asks whether it could end all processes of its user. It sends signal 0.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    os.kill(-1, 0)
    return True
