"""Compares each chosen interval with the next two in the list, and with none further away."""


def is_valid(requests, chosen):
    n = len(chosen)
    for i in range(n):
        if chosen[i] not in requests:
            return False
        for j in (i + 1, i + 2):
            if j < n and chosen[i].start < chosen[j].end and chosen[j].start < chosen[i].end:
                return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return n >= most
