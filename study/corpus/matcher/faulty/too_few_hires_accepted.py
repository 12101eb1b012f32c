"""Asks for at most as many hires as companies, and lets people without a partner be."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) > n:
        return False
    staff = [-1] * n
    job = [-1] * n
    for h in hires:
        if not (0 <= h.company < n and 0 <= h.candidate < n):
            return False
        if staff[h.company] != -1 or job[h.candidate] != -1:
            return False
        staff[h.company] = h.candidate
        job[h.candidate] = h.company
    for c in range(n):
        for d in companies[c]:
            if staff[c] == -1 or d == staff[c]:
                break
            if job[d] == -1 or candidates[d].index(c) < candidates[d].index(job[d]):
                return False
    return True
