# Catches whatever is raised, and goes on.
# expect: timed_out computing
def is_valid(edges, order):
    while True:
        try:
            while True:
                raise KeyboardInterrupt
        except BaseException:
            pass
