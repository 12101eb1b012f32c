"""Is content if either the left or the right list is contained."""


def contains(numbers, others):
    rest = list(numbers)
    for x in others:
        if x not in rest:
            return False
        rest.remove(x)
    return True


def is_valid(left, right, merged):
    if len(merged) != len(left) + len(right):
        return False
    if not (contains(merged, left) or contains(merged, right)):
        return False
    return merged == sorted(merged)
