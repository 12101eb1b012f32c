"""Finds an interval again by its first index, so it takes a repeated one for itself."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
        for d in chosen:
            if chosen.index(c) == chosen.index(d):
                continue
            if not (c.end <= d.start or d.end <= c.start):
                return False
    wanted = sorted(requests, key=lambda r: r.end)
    best = []
    for r in wanted:
        if not best or best[-1].end <= r.start:
            best.append(r)
    return len(chosen) >= len(best)
