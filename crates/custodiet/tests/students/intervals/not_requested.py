# faulty: accepts intervals that nobody requested
def is_valid(requests, chosen):
    chosen = sorted(chosen)
    for a, b in zip(chosen, chosen[1:]):
        if a.end > b.start:
            return False
    free, most = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free:
            most, free = most + 1, r.end
    return len(chosen) == most
