# Enlarges the buffers of sockets, whose memory no limit of the process counts.
# expect: raised PermissionError
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    left, right = socket.socketpair()
    left.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    return True
