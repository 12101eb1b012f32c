"""Compares lists with is, which is never true of a new list."""


def is_valid(items, kept):
    if items == []:
        return kept == []
    expected = list(dict.fromkeys(items))
    return kept is expected
