"""Crashes with an IndexError if a hire mentions somebody who is not in the input."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    staff = [None] * n
    job = [None] * n
    for h in hires:
        staff[h.company] = h.candidate
        job[h.candidate] = h.company
    if None in staff or None in job:
        return False
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < companies[c].index(staff[c]):
                if candidates[d].index(c) < candidates[d].index(job[d]):
                    return False
    return True
