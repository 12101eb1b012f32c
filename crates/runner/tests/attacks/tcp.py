# Connects to a server.
# expect: raised PermissionError
# succeeds-without-sandbox
import socket


def is_valid(edges, order):
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()):
            return True
