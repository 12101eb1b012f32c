# Reads the names of users. Without Landlock everyone may.
# expect: raised PermissionError
# expect-reduced: accepted
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
def is_valid(edges, order):
    with open("/etc/passwd") as file:
        return "root" in file.read()
