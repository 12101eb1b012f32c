"""Books only the hours strictly inside, so overlaps of one hour and intervals of one hour are not seen."""


def is_valid(requests, chosen):
    booked = set()
    for c in chosen:
        if c not in requests:
            return False
        for hour in range(c.start + 1, c.end):
            if hour in booked:
                return False
            booked.add(hour)
    wanted = sorted(requests, key=lambda r: r.end)
    most, free_from = 0, 0
    for r in wanted:
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) >= most
