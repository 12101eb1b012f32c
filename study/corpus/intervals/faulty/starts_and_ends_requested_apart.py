"""Looks for the start and the end of an interval in different requests, so their mixture is accepted."""


def is_valid(requests, chosen):
    starts = [r.start for r in requests]
    ends = [r.end for r in requests]
    if not all(c.start in starts and c.end in ends and c.start < c.end for c in chosen):
        return False
    for i, a in enumerate(chosen):
        for b in chosen[i + 1:]:
            if not (a.end <= b.start or b.end <= a.start):
                return False
    count = 0
    now = 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= now:
            count += 1
            now = r.end
    return count == len(chosen)
