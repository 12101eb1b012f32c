"""Accepts anything if there is at most one company, thinking that nothing can go wrong there."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if n < 2:
        return True
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
