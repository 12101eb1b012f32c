# Writes many files, each of them short enough.
# expect: crashed disk
# expect-reduced: raised PermissionError
def is_valid(edges, order):
    for number in range(200):
        with open(f"file{number}", "wb") as file:
            file.write(b"x" * (1 << 20))
    while True:
        pass
