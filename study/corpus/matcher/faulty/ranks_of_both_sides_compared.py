"""Compares a company's rank for a candidate with that candidate's rank for the company, which says nothing."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    if set(range(n)) != {h.company for h in hires}:
        return False
    if set(range(n)) != {h.candidate for h in hires}:
        return False
    for h in hires:
        given = companies[h.company].index(h.candidate)
        received = candidates[h.candidate].index(h.company)
        if abs(given - received) > 1:
            return False
    return True
