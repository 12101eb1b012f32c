"""Builds the expected output and compares it place by place."""


def is_valid(lst, result):
    expected = []
    seen = set()
    for x in lst:
        if x in seen:
            continue
        seen.add(x)
        expected.append(x)
    if len(result) != len(expected):
        return False
    for i, x in enumerate(expected):
        if result[i] != x:
            return False
    return True
