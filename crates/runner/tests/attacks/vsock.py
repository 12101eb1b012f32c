# Speaks to the machine below.
# expect: raised PermissionError
import socket


def is_valid(edges, order):
    with socket.socket(40, socket.SOCK_STREAM):
        return True
