"""Accepts any requests that do not overlap, however few."""


def is_valid(requests, chosen):
    if not set(chosen) <= set(requests):
        return False
    ordered = sorted(chosen, key=lambda i: i.start)
    for a, b in zip(ordered, ordered[1:]):
        if a.end > b.start:
            return False
    return True
