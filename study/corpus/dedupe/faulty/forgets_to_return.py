"""Returns nothing when everything was fine."""


def is_valid(items, kept):
    expected = []
    for item in items:
        if item in expected:
            continue
        expected.append(item)
    if len(expected) == len(items):
        return items == kept
    if kept != expected:
        return False
