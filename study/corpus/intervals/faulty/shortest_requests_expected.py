"""Rejects a choice if a shorter request that was not chosen could take the place of a chosen one."""


def is_valid(requests, chosen):
    for i, c in enumerate(chosen):
        if c not in requests:
            return False
        for d in chosen[i + 1:]:
            if c.start < d.end and d.start < c.end:
                return False
    for c in chosen:
        for r in requests:
            if r != c and c.start <= r.start and r.end <= c.end:
                return False
    most, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) == most
