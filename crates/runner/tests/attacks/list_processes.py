# Looks for other processes. Without Landlock their numbers can be seen, not what they do.
# expect: raised PermissionError
# expect-reduced: accepted
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    return str(os.getppid()) in os.listdir("/proc")
