# Asks a socket for a descriptor of the process at its other end, and uses that.
# expect: raised PermissionError | raised OSError
import signal
import socket
import struct

SO_PEERPIDFD = 77


def is_valid(edges, order):
    left, right = socket.socketpair()
    process = struct.unpack("i", left.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD, 4))[0]
    signal.pidfd_send_signal(process, 0)
    return True
