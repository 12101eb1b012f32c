"""Expects the chosen intervals to be listed in the order of their starts."""


def is_valid(requests, chosen):
    for i, c in enumerate(chosen):
        if c not in requests:
            return False
        if i > 0 and c.start < chosen[i - 1].end:
            return False
    possible = 0
    now = 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= now:
            now = r.end
            possible = possible + 1
    return len(chosen) == possible
