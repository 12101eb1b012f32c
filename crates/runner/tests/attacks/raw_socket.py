# Speaks to the kernel about networks.
# expect: raised PermissionError
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0):
        return True
