"""Checks the order with `index`, and so does not see a second occurrence that stands too late."""


def is_valid(left, right, merged):
    both = left + right
    if len(both) != len(merged) or any(both.count(x) != merged.count(x) for x in both):
        return False
    for x in both:
        for y in both:
            if x < y and merged.index(x) > merged.index(y):
                return False
    return True
