"""Checks only that the number of chosen intervals is the largest possible."""


def is_valid(requests, chosen):
    remaining = sorted(requests, key=lambda r: r.end)
    number = 0
    while remaining:
        earliest = remaining[0]
        number += 1
        remaining = [r for r in remaining if r.start >= earliest.end]
    return number == len(chosen)
