# Sends descriptors through a socket, where no limit counts them.
# expect: raised PermissionError
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    one, other = socket.socketpair()
    socket.send_fds(one, [b"x"], [0])
    return True
