# Reads about itself in /proc.
# expect: raised PermissionError
# expect-reduced: accepted
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
def is_valid(edges, order):
    with open("/proc/self/status") as file:
        return "Seccomp" in file.read()
