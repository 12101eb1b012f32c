"""Looks for a further request in the gaps between chosen intervals, not before the first or after the last."""


def is_valid(requests, chosen):
    if not set(chosen) <= requests:
        return False
    if not chosen:
        return not requests
    row = sorted(chosen, key=lambda c: c.start)
    for k in range(len(row) - 1):
        gap_start, gap_end = row[k].end, row[k + 1].start
        if gap_start > gap_end:
            return False
        for r in requests:
            if gap_start <= r.start and r.end <= gap_end:
                return False
    return True
