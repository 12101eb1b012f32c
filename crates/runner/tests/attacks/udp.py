# Sends a datagram.
# expect: raised PermissionError
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        one.sendto(b"answers", one.getsockname())
        return one.recv(100) == b"answers"
