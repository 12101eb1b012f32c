"""Tests a partner for truth, so a company matched with candidate 0 counts as free and is tempted by everybody."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    if len(staff) != len(hires) or len(job) != len(hires):
        return False
    if set(staff) != set(range(n)) or set(job) != set(range(n)):
        return False
    for c in range(n):
        for d in range(n):
            if staff[c] == d:
                continue
            company_wants = not staff[c] or companies[c].index(d) < companies[c].index(staff[c])
            if company_wants and candidates[d].index(c) < candidates[d].index(job[d]):
                return False
    return True
