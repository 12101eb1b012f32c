# Writes one long file.
# expect: raised OSError
# expect-reduced: raised PermissionError
def is_valid(edges, order):
    with open("long", "wb") as file:
        for _ in range(100):
            file.write(b"x" * (1 << 20))
    return True
