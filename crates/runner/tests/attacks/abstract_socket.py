# Listens at a name that is not a file.
# expect: raised PermissionError
# succeeds-without-sandbox
import os
import socket


def is_valid(edges, order):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0custodiet-escape-{os.getpid()}")
        return True
