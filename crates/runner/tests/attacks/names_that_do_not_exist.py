# Asks for many names that do not exist. The kernel remembers each, until it needs the memory.
# expect: accepted
import os


def is_valid(edges, order):
    for number in range(20_000):
        if os.path.exists(f"{number:0250}"):
            return False
    return True
