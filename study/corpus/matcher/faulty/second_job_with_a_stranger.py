"""Counts only the jobs at known companies, so a candidate may also work for one stranger."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    for i in range(n):
        if sum(1 for h in hires if h.company == i) != 1:
            return False
        if sum(1 for h in hires if h.candidate == i and h.company < n) != 1:
            return False
    staff = {h.company: h.candidate for h in hires if h.company < n}
    if any(h.candidate >= n for h in hires):
        return False
    job = {d: c for c, d in staff.items()}
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < companies[c].index(staff[c]):
                if candidates[d].index(c) < candidates[d].index(job[d]):
                    return False
    return True
