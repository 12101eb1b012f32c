# Has the harness run its code at the end.
# expect: rejected
import atexit

WORLD = __file__.rsplit("/", 3)[0]
atexit.register(lambda: open(WORLD + "/results/mine", "w"))


def is_valid(edges, order):
    return False
