# Asks whether it could end the grader. It sends signal 0.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.kill(os.getppid(), 0)
    return True
