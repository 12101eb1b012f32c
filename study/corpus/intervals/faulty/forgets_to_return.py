"""Returns None in place of True if more than one interval was chosen."""


def is_valid(requests, chosen):
    if not all(c in requests for c in chosen):
        return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    if len(chosen) != most:
        return False
    if len(chosen) <= 1:
        return True
    for i in range(len(chosen)):
        for j in range(i):
            if chosen[i].start < chosen[j].end and chosen[j].start < chosen[i].end:
                return False
