# correct
from collections import defaultdict


def is_valid(borders, colors, painted):
    same = defaultdict(set)
    for region, color in painted.items():
        same[color].add(region)
    if any(color not in range(colors) for color in same):
        return False
    for group in same.values():
        for a, b in borders:
            if a in group and b in group:
                return False
    return set().union(*same.values()) == set().union(*map(set, borders))
