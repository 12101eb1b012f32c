"""Starts one too late, and so does not compare the first two numbers."""


def is_valid(left, right, merged):
    counts = {}
    for x in left + right:
        counts[x] = counts.get(x, 0) + 1
    for x in merged:
        counts[x] = counts.get(x, 0) - 1
    if any(counts.values()):
        return False
    i = 2
    while i < len(merged):
        if merged[i] < merged[i - 1]:
            return False
        i += 1
    return True
