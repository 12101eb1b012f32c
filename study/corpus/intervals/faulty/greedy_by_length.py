"""Counts what fits by taking short requests first, though one short request can be in the way of two others."""


def is_valid(requests, chosen):
    def clash(a, b):
        return a.start < b.end and b.start < a.end

    taken = []
    for r in sorted(requests, key=lambda r: (r.end - r.start, r.start)):
        if not any(clash(r, t) for t in taken):
            taken.append(r)
    if not all(c in requests for c in chosen):
        return False
    for i in range(len(chosen)):
        for j in range(i):
            if clash(chosen[i], chosen[j]):
                return False
    return len(chosen) >= len(taken)
