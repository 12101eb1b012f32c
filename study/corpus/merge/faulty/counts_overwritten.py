"""Puts the counts of both lists into one dict, where the right list overwrites the left one."""


def is_valid(left, right, merged):
    counts = {}
    for n in left:
        counts[n] = left.count(n)
    for n in right:
        counts[n] = right.count(n)
    for n in merged:
        if n not in counts or merged.count(n) != counts[n]:
            return False
    for n in counts:
        if n not in merged:
            return False
    return merged == sorted(merged)
