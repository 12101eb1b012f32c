"""Looks at the number of hires and the smallest and largest ids only, so somebody in between may be doubled."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    if n == 0:
        return True
    for ids in ([h.company for h in hires], [h.candidate for h in hires]):
        if min(ids) != 0 or max(ids) != n - 1:
            return False
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
