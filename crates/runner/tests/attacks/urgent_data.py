# Sends data out of band, for which the kernel has code that nothing else uses and that was attacked before.
# expect: raised PermissionError
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    left, right = socket.socketpair()
    return left.send(b"x", socket.MSG_OOB) == 1
