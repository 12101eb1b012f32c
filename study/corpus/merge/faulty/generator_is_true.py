"""Forgets `all` around the condition on the numbers; a generator is always true."""


def is_valid(left, right, merged):
    both = left + right
    if not (merged.count(x) == both.count(x) for x in both):
        return False
    if not len(merged) == len(both):
        return False
    return all(x in both for x in merged) and merged == sorted(merged)
