# correct
from bisect import bisect_right


def is_valid(requests, chosen):
    jobs = sorted(requests, key=lambda r: (r.end, r.start))
    ends = [j.end for j in jobs]
    table = [0]
    for i, job in enumerate(jobs):
        k = bisect_right(ends, job.start, 0, i)
        table.append(max(table[-1], table[k] + 1))
    picked = sorted(chosen)
    return (
        set(chosen) <= requests
        and all(a.end <= b.start for a, b in zip(picked, picked[1:]))
        and len(chosen) == table[-1]
    )
