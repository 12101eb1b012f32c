"""Expects the most frequent items first."""

from collections import Counter


def is_valid(items, kept):
    return kept == [item for item, _ in Counter(items).most_common()]
