"""Compares only neighbours in the output as it is listed, so two that stand apart may overlap."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    for i in range(len(chosen) - 1):
        a, b = chosen[i], chosen[i + 1]
        if not (a.end <= b.start or b.end <= a.start):
            return False
    count, free = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free:
            count, free = count + 1, r.end
    return len(chosen) >= count
