"""Pools the ids of both sides and asks that each occurs twice, whichever side it stands for."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    pool = []
    for h in hires:
        pool.append(h.company)
        pool.append(h.candidate)
    if sorted(pool) != sorted(list(range(n)) * 2):
        return False
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
