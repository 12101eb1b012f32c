"""Expects only one extra copy of an item to be removed, so three copies leave two."""


def is_valid(items, kept):
    expected = []
    removed = []
    for item in items:
        if item in expected and item not in removed:
            removed.append(item)
        else:
            expected.append(item)
    return kept == expected
