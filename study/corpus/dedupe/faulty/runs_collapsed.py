"""Only removes repeats that stand side by side."""

from itertools import groupby


def is_valid(items, kept):
    return kept == [item for item, _ in groupby(items)]
