# Makes terminals, of which the machine has a limited number.
# expect: raised PermissionError
# expect-reduced: raised OSError | raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
import os


def is_valid(edges, order):
    while True:
        os.open("/dev/ptmx", os.O_RDONLY | os.O_NOCTTY)
