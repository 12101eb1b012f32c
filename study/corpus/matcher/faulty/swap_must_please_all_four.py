"""Calls a matching unstable only if all four people of two hires gain by a swap."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    ids = set(range(n))
    if len(hires) != n or {h.company for h in hires} != ids or {h.candidate for h in hires} != ids:
        return False
    for a in hires:
        for b in hires:
            if a == b:
                continue
            gains = [
                companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate),
                companies[b.company].index(a.candidate) < companies[b.company].index(b.candidate),
                candidates[a.candidate].index(b.company) < candidates[a.candidate].index(a.company),
                candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company),
            ]
            if all(gains):
                return False
    return True
