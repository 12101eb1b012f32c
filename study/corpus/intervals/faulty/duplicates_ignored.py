"""Works on the set of chosen intervals, so one that is listed twice is accepted."""


def is_valid(requests, chosen):
    picked = set(chosen)
    if not picked <= requests:
        return False
    ordered = sorted(picked, key=lambda p: p.start)
    for i in range(1, len(ordered)):
        if ordered[i - 1].end > ordered[i].start:
            return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most, end = most + 1, r.end
    return len(picked) == most
