# Asks whether it could end its group. The signal is none.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.killpg(os.getpgrp(), 0)
    return True
