"""Accepts a company that hires two candidates while another stays empty: only candidates are counted."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    job = {}
    for h in hires:
        if h.company not in range(n) or h.candidate not in range(n):
            return False
        if h.candidate in job:
            return False
        job[h.candidate] = h.company
    if len(job) < n:
        return False
    for h in hires:
        for other in hires:
            better_staff = companies[h.company].index(other.candidate) < companies[h.company].index(h.candidate)
            better_job = candidates[other.candidate].index(h.company) < candidates[other.candidate].index(other.company)
            if better_staff and better_job:
                return False
    return True
