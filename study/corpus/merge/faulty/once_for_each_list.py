"""Expects a number once for each list that holds it, and so overlooks repetitions within a list."""


def is_valid(left, right, merged):
    for x in merged + left + right:
        wanted = 0
        if x in left:
            wanted += 1
        if x in right:
            wanted += 1
        if merged.count(x) != wanted:
            return False
    return all(merged[i] <= merged[i + 1] for i in range(len(merged) - 1))
