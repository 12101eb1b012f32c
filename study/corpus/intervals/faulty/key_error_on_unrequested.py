"""Removes the chosen from a copy of the requests and crashes with a KeyError on one that is not there."""


def is_valid(requests, chosen):
    left = set(requests)
    for c in chosen:
        left.remove(c)
    ordered = sorted(chosen, key=lambda c: c.start)
    for a, b in zip(ordered, ordered[1:]):
        if a.end > b.start:
            return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) >= most
