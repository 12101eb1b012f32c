"""Tests a generator in place of what it yields, so the check for overlaps never fails."""


def is_valid(requests, chosen):
    if any(c not in requests for c in chosen):
        return False
    ordered = sorted(chosen, key=lambda c: c.start)
    if not (a.end <= b.start for a, b in zip(ordered, ordered[1:])):
        return False
    if len(set(chosen)) < len(chosen):
        return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) >= most
