"""Checks length and order, and that all numbers lie between the smallest and the largest of the inputs."""


def is_valid(left, right, merged):
    both = left + right
    if len(merged) != len(both):
        return False
    for x in merged:
        if x < min(both) or x > max(both):
            return False
    for i in range(len(merged)):
        for j in range(i):
            if merged[j] > merged[i]:
                return False
    return True
