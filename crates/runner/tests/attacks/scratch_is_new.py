# Looks for what an earlier worker left in the scratch folder.
# expect: crashed exit 3
# expect-reduced: raised PermissionError
import os

if os.listdir(".") != []:
    raise RuntimeError("something is left")


def is_valid(edges, order):
    open("left", "w").close()
    os._exit(3)
