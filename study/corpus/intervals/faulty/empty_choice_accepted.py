"""Accepts an empty choice even if there are requests."""


def is_valid(requests, chosen):
    if chosen == []:
        return True
    for c in chosen:
        if c not in requests:
            return False
        if sum(1 for d in chosen if c.start < d.end and d.start < c.end) > 1:
            return False
    most = 0
    end = 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) == most
