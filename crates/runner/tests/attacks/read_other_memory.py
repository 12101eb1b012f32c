# Reads the memory of any other process, such as the worker of another student.
# expect: raised PermissionError
# expect-reduced: rejected
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    for process in os.listdir("/proc"):
        if process.isdigit() and int(process) != os.getpid():
            try:
                with open(f"/proc/{process}/mem", "rb"):
                    return True
            except OSError:
                continue
    return False
