# Asks a server for the address of a name.
# expect: raised gaierror
import socket


def is_valid(edges, order):
    return len(socket.getaddrinfo("answers.invalid", 80)) > 0
