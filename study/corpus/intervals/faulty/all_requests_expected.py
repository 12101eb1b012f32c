"""Mixes up the direction of containment and expects every request to be chosen."""


def is_valid(requests, chosen):
    for r in requests:
        if r not in chosen:
            return False
    ordered = sorted(chosen, key=lambda c: c.start)
    return all(a.end <= b.start for a, b in zip(ordered, ordered[1:]))
