# Nests folders until their path is too long for anyone to follow, and hides files in them.
# expect: crashed disk
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    for _ in range(3000):
        os.mkdir("d" * 200)
        os.chdir("d" * 200)
    with open("hidden", "wb") as file:
        file.write(b"x" * (1 << 20))
    while True:
        pass
