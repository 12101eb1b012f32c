"""Leaves out every hire with somebody unknown and judges the rest, so such hires are accepted."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    real = [h for h in hires if h.company in range(n) and h.candidate in range(n)]
    if sorted(h.company for h in real) != list(range(n)) or sorted(h.candidate for h in real) != list(range(n)):
        return False
    for a in real:
        for b in real:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
