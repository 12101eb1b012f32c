"""Asks for the largest number of hours in which the room is used, not for the largest number of requests."""


def longest(requests):
    if not requests:
        return 0
    first, rest = requests[0], requests[1:]
    fitting = [r for r in rest if r.start >= first.end or r.end <= first.start]
    return max(longest(rest), first.end - first.start + longest(fitting))


def is_valid(requests, chosen):
    for i, c in enumerate(chosen):
        if c not in requests:
            return False
        for d in chosen[:i]:
            if c.start < d.end and d.start < c.end:
                return False
    return sum(c.end - c.start for c in chosen) == longest(list(requests))
