"""Starts at hour 0 and asks for a later start, so a request from 0 on is not counted."""


def is_valid(requests, chosen):
    for i, c in enumerate(chosen):
        if c not in requests:
            return False
        for d in chosen[i + 1:]:
            if c.start < d.end and d.start < c.end:
                return False
    count = 0
    last_end = 0
    for r in sorted(requests, key=lambda r: (r.end, r.start)):
        if r.start >= last_end and r.start:
            count += 1
            last_end = r.end
    return len(chosen) >= count
