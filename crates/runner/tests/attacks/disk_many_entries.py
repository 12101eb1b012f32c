# Fills its folder with entries that take no space, while loading: there is more time for it then.
# expect: could_not_run crashed
# expect-reduced: could_not_run raised
import os

for number in range(1100):
    os.symlink("nothing", f"link{number}")
while True:
    pass


def is_valid(edges, order):
    return True
