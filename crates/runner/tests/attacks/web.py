# Fetches a page from a server of its own.
# expect: raised PermissionError
import http.server
import threading
import urllib.request


def is_valid(edges, order):
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    threading.Thread(target=server.handle_request).start()
    urllib.request.urlopen("http://127.0.0.1:%d/" % server.server_port)
    return True
