"""Looks for a repeated interval only next to it, and else compares different intervals only."""


def is_valid(requests, chosen):
    for i in range(len(chosen)):
        if chosen[i] not in requests:
            return False
        if i > 0 and chosen[i] == chosen[i - 1]:
            return False
        for other in chosen:
            if other != chosen[i] and other.start < chosen[i].end and chosen[i].start < other.end:
                return False
    most, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) >= most
