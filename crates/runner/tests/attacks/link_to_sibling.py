# Leaves links in its scratch folder that lead out of it. Removing the folder must not follow them.
# expect: accepted
# expect-reduced: raised PermissionError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    for number, path in enumerate(("/sibling", "/suite.json", "/results", "/", "/job/scratch")):
        if not os.path.islink(f"link{number}"):
            os.symlink(WORLD + path, f"link{number}")
    return True
