# Asks whether it could end its group. It sends signal 0.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.killpg(os.getpgrp(), 0)
    return True
