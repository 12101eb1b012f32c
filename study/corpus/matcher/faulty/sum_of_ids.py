"""Compares the sum of the ids with what it should be, so 1, 1, 1 passes for 0, 1, 2."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    total = sum(range(n))
    if len(hires) != n:
        return False
    if sum(h.company for h in hires) != total or sum(h.candidate for h in hires) != total:
        return False
    for c in range(n):
        for d in range(n):
            staff = [h.candidate for h in hires if h.company == c]
            jobs = [h.company for h in hires if h.candidate == d]
            if d in staff or not staff or not jobs:
                continue
            if any(s >= n for s in staff) or any(j >= n for j in jobs):
                continue
            if all(companies[c].index(d) < companies[c].index(s) for s in staff):
                if all(candidates[d].index(c) < candidates[d].index(j) for j in jobs):
                    return False
    return True
