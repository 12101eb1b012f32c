"""Calls two intervals overlapping only if one contains the other."""


def contains(a, b):
    return a.start <= b.start and b.end <= a.end


def is_valid(requests, chosen):
    if not requests.issuperset(chosen):
        return False
    for i in range(len(chosen)):
        for j in range(len(chosen)):
            if i != j and contains(chosen[i], chosen[j]):
                return False
    count, now = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if now <= r.start:
            count += 1
            now = r.end
    return count <= len(chosen)
