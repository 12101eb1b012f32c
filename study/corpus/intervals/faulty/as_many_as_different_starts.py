"""Asks for as many intervals as there are different starts among the requests."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    row = sorted(chosen, key=lambda c: c.start)
    for k in range(1, len(row)):
        if row[k - 1].end > row[k].start:
            return False
    return len(row) == len({r.start for r in requests})
