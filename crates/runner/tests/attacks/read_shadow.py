# Reads the passwords of users.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
def is_valid(edges, order):
    with open("/etc/shadow") as file:
        return "root" in file.read()
