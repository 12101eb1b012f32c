# Runs only when nobody else wants to, so that a busy machine is blamed for its waiting.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return True
