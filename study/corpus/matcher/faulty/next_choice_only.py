"""Asks each company only about the candidate just above its own, not about those further up."""


def is_valid(companies, candidates, hires):
    ids = list(range(len(companies)))
    if sorted([h.company for h in hires]) != ids or sorted([h.candidate for h in hires]) != ids:
        return False
    employer = {h.candidate: h.company for h in hires}
    for h in hires:
        position = companies[h.company].index(h.candidate)
        if position > 0:
            rival = companies[h.company][position - 1]
            prefs = candidates[rival]
            if prefs.index(h.company) < prefs.index(employer[rival]):
                return False
    return True
