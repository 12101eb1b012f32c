"""Returns from inside the loop as soon as the first two chosen intervals are apart."""


def is_valid(requests, chosen):
    if any(c not in requests for c in chosen):
        return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    if len(chosen) < most:
        return False
    for i in range(len(chosen)):
        for j in range(i + 1, len(chosen)):
            if chosen[i].start < chosen[j].end and chosen[j].start < chosen[i].end:
                return False
            else:
                return True
    return True
