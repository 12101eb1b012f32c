# The same with the newer protocol.
# expect: raised PermissionError
import socket


def is_valid(edges, order):
    socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    return True
