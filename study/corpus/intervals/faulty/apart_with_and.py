"""Joins the two ways of being apart by and, so any two intervals seem to overlap."""


def apart(one, other):
    return one.end <= other.start and other.end <= one.start


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    for i in range(len(chosen)):
        for j in range(i + 1, len(chosen)):
            if not apart(chosen[i], chosen[j]):
                return False
    count, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            count += 1
            end = r.end
    return len(chosen) == count
