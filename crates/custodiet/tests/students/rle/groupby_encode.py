# correct
from itertools import groupby


def is_valid(letters, runs):
    return [(k, len(list(g))) for k, g in groupby(letters)] == runs
