"""Looks whether an end point lies inside an earlier listed interval, and misses a later one that contains it."""


def inside(hour, interval):
    return interval.start < hour < interval.end


def is_valid(requests, chosen):
    for i, a in enumerate(chosen):
        if a not in requests:
            return False
        for b in chosen[i + 1:]:
            if a.start == b.start and a.end == b.end:
                return False
            if inside(b.start, a) or inside(b.end, a):
                return False
    most, now = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if now <= r.start:
            most += 1
            now = r.end
    return len(chosen) >= most
