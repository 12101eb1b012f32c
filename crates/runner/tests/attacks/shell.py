# Runs a command of the shell.
# expect: rejected
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    return os.waitstatus_to_exitcode(os.system("exit 7")) == 7
