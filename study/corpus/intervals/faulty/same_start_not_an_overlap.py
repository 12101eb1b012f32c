"""Looks for a start strictly inside another interval, so two that start together seem to be apart."""


def is_valid(requests, chosen):
    if any(c not in requests for c in chosen):
        return False
    if any(a.start < b.start < a.end for a in chosen for b in chosen):
        return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) >= most
