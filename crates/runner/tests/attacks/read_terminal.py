# Asks the person at the terminal.
# expect: raised PermissionError | raised OSError | raised FileNotFoundError
def is_valid(edges, order):
    with open("/dev/tty") as file:
        return file.readline() != ""
