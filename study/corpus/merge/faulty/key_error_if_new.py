"""Raises KeyError if the output holds a number that is in neither list."""


def is_valid(left, right, merged):
    if merged != sorted(merged):
        return False
    seen = {}
    for x in left + right:
        seen[x] = seen.get(x, 0) + 1
    for x in merged:
        seen[x] = seen[x] - 1
    return all(seen[x] == 0 for x in seen)
