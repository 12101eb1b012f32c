"""Compares only the first chosen interval with all the others."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    if chosen:
        first, *rest = chosen
        for other in rest:
            if first.start < other.end and other.start < first.end:
                return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) >= most
