# The same by a descriptor of the grader.
# expect: raised PermissionError
# succeeds-without-sandbox
import os
import signal


def is_valid(edges, order):
    signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)
    return True
