"""Sorts the hires by company and notices a candidate hired twice only if the two companies are neighbours."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    rows = sorted(hires, key=lambda h: (h.company, h.candidate))
    if [h.company for h in rows] != list(range(n)):
        return False
    for h in rows:
        if h.candidate < 0 or h.candidate >= n:
            return False
    for i in range(1, n):
        if rows[i].candidate == rows[i - 1].candidate:
            return False
    for a in rows:
        for b in rows:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
