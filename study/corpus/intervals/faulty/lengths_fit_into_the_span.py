"""Adds up the lengths and compares with the whole span, so a gap elsewhere hides an overlap."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    if chosen:
        span = max(c.end for c in chosen) - min(c.start for c in chosen)
        if sum(c.end - c.start for c in chosen) > span:
            return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) >= most
