"""Takes the largest end of the chosen intervals and crashes with a ValueError if there is none."""


def is_valid(requests, chosen):
    if not requests:
        return chosen == []
    horizon = max(c.end for c in chosen)
    room = [0] * (horizon + 1)
    for c in chosen:
        if c not in requests:
            return False
        for hour in range(c.start, c.end):
            room[hour] += 1
    if max(room) > 1:
        return False
    most, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) == most
