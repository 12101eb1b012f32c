"""Is content if all companies hire or all candidates are hired: or in place of and."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) > n or any(h.company >= n or h.candidate >= n for h in hires):
        return False
    all_hire = {h.company for h in hires} == set(range(n))
    all_hired = {h.candidate for h in hires} == set(range(n))
    if not (all_hire or all_hired):
        return False
    for c in range(n):
        for d in range(n):
            staff = [companies[c].index(h.candidate) for h in hires if h.company == c]
            jobs = [candidates[d].index(h.company) for h in hires if h.candidate == d]
            if staff and jobs and companies[c].index(d) < min(staff) and candidates[d].index(c) < min(jobs):
                return False
    return True
