"""Checks the companies in full, but of candidates only that none occurs twice, so an unknown one may be hired."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)):
        return False
    if len({h.candidate for h in hires}) != n:
        return False
    for a in hires:
        ranking = companies[a.company]
        if a.candidate not in ranking:
            continue
        for b in hires:
            if b.candidate in ranking and ranking.index(b.candidate) < ranking.index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
