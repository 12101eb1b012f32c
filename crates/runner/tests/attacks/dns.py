# Asks for the address of a name. Without Landlock the file with some names can be read; nobody is asked.
# expect: raised gaierror
# expect-reduced: accepted | raised gaierror
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    return len(socket.getaddrinfo("localhost", 80)) > 0
