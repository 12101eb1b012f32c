"""Uses <= for <, so everybody counts as tempted by the very partner they have."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    if not (len(hires) == n and set(staff) == set(range(n)) == set(job)):
        return False
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) <= companies[c].index(staff[c]):
                if candidates[d].index(c) <= candidates[d].index(job[d]):
                    return False
    return True
