"""Counts the largest choice from the wrong number, so one interval too few is accepted."""


def is_valid(requests, chosen):
    ordered = sorted(requests, key=lambda r: r.end)
    most = 0
    last = ordered[0] if ordered else None
    for r in ordered[1:]:
        if r.start >= last.end:
            most += 1
            last = r
    if len(chosen) < most:
        return False
    for i, a in enumerate(chosen):
        if a not in requests:
            return False
        for b in chosen[i + 1:]:
            if min(a.end, b.end) > max(a.start, b.start):
                return False
    return True
