"""Takes a choice of at least half of the requests for large enough, without looking for a larger one."""


def is_valid(requests, chosen):
    ordered = sorted(chosen, key=lambda c: c.start)
    for k, c in enumerate(ordered):
        if c not in requests:
            return False
        if k and ordered[k - 1].end > c.start:
            return False
    if 2 * len(chosen) >= len(requests):
        return True
    most, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) == most
