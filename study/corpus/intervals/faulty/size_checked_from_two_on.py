"""Looks for a larger choice only if more than one interval was chosen."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    if not chosen:
        return len(requests) == 0
    if len(chosen) > 1:
        ordered = sorted(chosen, key=lambda c: c.start)
        if any(a.end > b.start for a, b in zip(ordered, ordered[1:])):
            return False
        most, end = 0, 0
        for r in sorted(requests, key=lambda r: r.end):
            if r.start >= end:
                most += 1
                end = r.end
        return len(chosen) == most
    return True
