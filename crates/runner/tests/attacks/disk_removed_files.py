# Removes files while they are open: they take space that cannot be seen.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    with open("hidden", "wb") as file:
        os.remove("hidden")
        file.write(b"x")
    return True
