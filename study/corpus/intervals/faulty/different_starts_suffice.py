"""Thinks that intervals are apart if they have different starts and different ends."""


def is_valid(requests, chosen):
    if not all(c in requests for c in chosen):
        return False
    starts = [c.start for c in chosen]
    ends = [c.end for c in chosen]
    if len(set(starts)) < len(starts) or len(set(ends)) < len(ends):
        return False
    free_from, most = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) >= most
