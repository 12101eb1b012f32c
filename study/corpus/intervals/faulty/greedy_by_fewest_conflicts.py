"""Counts what fits by taking requests with the fewest conflicts first, where touching counts as a conflict."""


def conflict(a, b):
    return a.start <= b.end and b.start <= a.end


def apart(a, b):
    return a.end <= b.start or b.end <= a.start


def is_valid(requests, chosen):
    conflicts = {r: sum(conflict(r, other) for other in requests) for r in requests}
    taken = []
    for r in sorted(requests, key=lambda r: (conflicts[r], r.start, r.end)):
        if all(apart(r, t) for t in taken):
            taken.append(r)
    for i, c in enumerate(chosen):
        if c not in conflicts or not all(apart(c, d) for d in chosen[:i]):
            return False
    return len(chosen) == len(taken)
