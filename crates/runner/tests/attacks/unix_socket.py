# Listens at a name in its scratch folder.
# expect: raised PermissionError
# succeeds-without-sandbox
import os
import socket


def is_valid(edges, order):
    os.path.exists("socket") and os.remove("socket")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        return True
