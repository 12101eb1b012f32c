"""Books the last hour too, so an interval that starts when another ends is rejected."""


def is_valid(requests, chosen):
    booked = []
    for c in chosen:
        if c not in requests:
            return False
        booked.extend(range(c.start, c.end + 1))
    if len(booked) != len(set(booked)):
        return False
    wanted = sorted(requests, key=lambda r: r.end)
    most = 0
    while wanted:
        first = wanted.pop(0)
        most += 1
        wanted = [r for r in wanted if r.start >= first.end]
    return len(chosen) == most
