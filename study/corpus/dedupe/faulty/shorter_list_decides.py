"""Compares with zip, which stops at the end of the shorter list."""


def is_valid(items, kept):
    expected = list(dict.fromkeys(items))
    return all(k == e for k, e in zip(kept, expected))
