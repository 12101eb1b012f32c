"""Skips equal intervals when it looks for overlaps but counts them, so a repeated one stands for a missing one."""


def is_valid(requests, chosen):
    for one in chosen:
        if one not in requests:
            return False
        for other in chosen:
            if one == other:
                continue
            if one.start < other.end and other.start < one.end:
                return False
    count = 0
    free_from = 0
    for r in sorted(requests, key=lambda r: r.end):
        if free_from <= r.start:
            count += 1
            free_from = r.end
    return len(chosen) == count
