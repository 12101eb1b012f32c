"""Accepts a matching that leaves people out: only those who are matched are looked at."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if not all(h.company in range(n) and h.candidate in range(n) for h in hires):
        return False
    if len({h.company for h in hires}) != len(hires) or len({h.candidate for h in hires}) != len(hires):
        return False
    return all(
        companies[a.company].index(a.candidate) <= companies[a.company].index(b.candidate)
        or candidates[b.candidate].index(b.company) <= candidates[b.candidate].index(a.company)
        for a in hires
        for b in hires
    )
