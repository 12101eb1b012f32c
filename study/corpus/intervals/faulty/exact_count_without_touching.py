"""Counts the largest choice without touching intervals and asks for exactly that many."""


def is_valid(requests, chosen):
    used = set()
    for c in chosen:
        hours = set(range(c.start, c.end))
        if c not in requests or used & hours:
            return False
        used |= hours
    target = 0
    last = None
    for r in sorted(requests, key=lambda r: r.end):
        if last is None or last.end < r.start:
            target += 1
            last = r
    return len(chosen) == target
