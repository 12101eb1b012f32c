"""Stops one company too early, so the last one may be in a blocking pair."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    if len(hires) != n or set(staff) != set(range(n)) or set(job) != set(range(n)):
        return False
    c = 0
    while c < n - 1:
        for d in range(n):
            if companies[c].index(d) < companies[c].index(staff[c]):
                if candidates[d].index(c) < candidates[d].index(job[d]):
                    return False
        c += 1
    return True
