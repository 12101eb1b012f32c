# Fills as many sockets as it can open; with buffers of the usual size that is little.
# expect: accepted
import socket


def is_valid(edges, order):
    kept, filled = [], 0
    try:
        while True:
            left, right = socket.socketpair()
            kept.append((left, right))
            left.setblocking(False)
            try:
                while True:
                    filled += left.send(bytes(65536))
            except BlockingIOError:
                pass
    except OSError:
        pass
    return filled < 256 << 20
