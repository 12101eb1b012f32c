"""Crashes with a KeyError if a company or a candidate of the input has no partner."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    if any(h.company >= n or h.candidate >= n for h in hires):
        return False
    if len(staff) < len(hires) or len(job) < len(hires):
        return False
    for c in range(n):
        for d in range(n):
            company_moves = companies[c].index(d) < companies[c].index(staff[c])
            candidate_moves = candidates[d].index(c) < candidates[d].index(job[d])
            if company_moves and candidate_moves:
                return False
    return True
