"""Thinks that company i and candidate i are the same person and skips pairs with equal numbers."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    everyone = set(range(n))
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    if len(hires) != n or set(staff) != everyone or set(job) != everyone:
        return False
    for c in range(n):
        for d in range(n):
            if c == d:
                continue
            if companies[c].index(d) < companies[c].index(staff[c]):
                if candidates[d].index(c) < candidates[d].index(job[d]):
                    return False
    return True
