# Makes a pair of sockets from which datagrams can be sent to any address.
# expect: raised OSError
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return True
