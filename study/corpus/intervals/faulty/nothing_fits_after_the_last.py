"""Looks for a further request only after the last chosen interval."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    row = sorted(chosen, key=lambda c: c.start)
    for a, b in zip(row, row[1:]):
        if a.end > b.start:
            return False
    if not row:
        return not requests
    return not any(r.start >= row[-1].end for r in requests)
