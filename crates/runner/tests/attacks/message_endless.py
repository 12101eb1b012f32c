# Raises an exception whose message never ends.
# expect: timed_out computing
class Evil(Exception):
    def __str__(self):
        while True:
            pass


def is_valid(edges, order):
    raise Evil
