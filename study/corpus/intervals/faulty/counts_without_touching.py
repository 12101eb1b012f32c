"""Lets chosen intervals touch but counts the largest choice without touching ones, so it asks for too few."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    for i in range(len(chosen)):
        for j in range(i + 1, len(chosen)):
            if chosen[i].start < chosen[j].end and chosen[j].start < chosen[i].end:
                return False
    needed = 0
    free_from = -1
    for r in sorted(requests, key=lambda r: r.end):
        if r.start > free_from:
            needed += 1
            free_from = r.end
    return len(chosen) >= needed
