# faulty: accepts overlaps of intervals that are not neighbors in the list
def is_valid(requests, chosen):
    if any(c not in requests for c in chosen):
        return False
    for a, b in zip(chosen, chosen[1:]):
        if a.start < b.end and b.start < a.end:
            return False
    n, free = 0, -1
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free:
            n, free = n + 1, r.end
    return len(chosen) >= n
