"""Asks only that some chosen interval was requested: any in place of all."""


def is_valid(requests, chosen):
    if chosen and not any(c in requests for c in chosen):
        return False
    for i in range(len(chosen)):
        for j in range(i + 1, len(chosen)):
            if chosen[i].start < chosen[j].end and chosen[j].start < chosen[i].end:
                return False
    best = {}
    for r in sorted(requests, key=lambda r: r.end):
        best[r] = 1 + max([best[q] for q in best if q.end <= r.start], default=0)
    return len(chosen) == max(best.values(), default=0)
