# Runs a program in yet another way.
# expect: raised PermissionError | raised OSError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    child = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 7"], {})
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
