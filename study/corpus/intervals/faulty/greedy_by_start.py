"""Counts what fits by always taking the request that starts first, which may be a long one."""


def is_valid(requests, chosen):
    if not set(chosen).issubset(requests):
        return False
    by_start = sorted(chosen, key=lambda c: (c.start, c.end))
    if any(a.end > b.start for a, b in zip(by_start, by_start[1:])):
        return False
    most, free_from = 0, 0
    for r in sorted(requests, key=lambda r: (r.start, r.end)):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) >= most
