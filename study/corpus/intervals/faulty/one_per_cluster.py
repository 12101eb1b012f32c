"""Groups overlapping requests into clusters and asks for one chosen interval from each."""


def is_valid(requests, chosen):
    clusters = 0
    reach = None
    for r in sorted(requests, key=lambda r: r.start):
        if reach is None or r.start >= reach:
            clusters += 1
            reach = r.end
        else:
            reach = max(reach, r.end)
    for i, c in enumerate(chosen):
        if c not in requests:
            return False
        if any(c.start < d.end and d.start < c.end for d in chosen[:i]):
            return False
    return len(chosen) == clusters
