"""Looks for a larger choice only among requests that were not chosen."""


def largest(requests):
    if not requests:
        return 0
    first, rest = requests[0], requests[1:]
    fitting = [r for r in rest if r.start >= first.end or r.end <= first.start]
    return max(largest(rest), 1 + largest(fitting))


def is_valid(requests, chosen):
    for i, c in enumerate(chosen):
        if c not in requests:
            return False
        for d in chosen[i + 1:]:
            if c.start < d.end and d.start < c.end:
                return False
    others = [r for r in requests if r not in chosen]
    for r in others:
        if all(r.start >= c.end or r.end <= c.start for c in chosen):
            return False
    return largest(others) <= len(chosen)
