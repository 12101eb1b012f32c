"""Crashes with a ValueError when it looks for the rank of an unknown partner before it checks that all are known."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    for h in hires:
        if h.company < n:
            companies[h.company].index(h.candidate)
    for a in hires:
        for b in hires:
            if a != b and (a.company == b.company or a.candidate == b.candidate):
                return False
    if {h.company for h in hires} != set(range(n)):
        return False
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
