# Moves its scratch folder to where the results are.
# expect: raised PermissionError | raised OSError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.rename(os.getcwd(), WORLD + "/results/mine")
    return True
