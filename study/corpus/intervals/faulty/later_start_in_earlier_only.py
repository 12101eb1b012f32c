"""Looks whether a later listed interval starts inside an earlier listed one, never the other way round."""


def is_valid(requests, chosen):
    seen = []
    for c in chosen:
        if c not in requests:
            return False
        for s in seen:
            if s.start <= c.start < s.end:
                return False
        seen.append(c)
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(seen) >= most
