"""Takes the first of the sorted requests and crashes with an IndexError if there is none."""


def is_valid(requests, chosen):
    by_end = sorted(requests, key=lambda r: r.end)
    last = by_end[0]
    most = 1
    for r in by_end[1:]:
        if r.start >= last.end:
            last = r
            most += 1
    if len(chosen) != most:
        return False
    for i in range(most):
        if chosen[i] not in requests:
            return False
        for j in range(i):
            if chosen[i].start < chosen[j].end and chosen[j].start < chosen[i].end:
                return False
    return True
