"""Looks only whether the first and the last chosen interval were requested."""


def is_valid(requests, chosen):
    if chosen and (chosen[0] not in requests or chosen[-1] not in requests):
        return False
    ordered = sorted(chosen, key=lambda c: (c.start, c.end))
    for k in range(len(ordered) - 1):
        if ordered[k].end > ordered[k + 1].start:
            return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most, end = most + 1, r.end
    return len(chosen) == most
