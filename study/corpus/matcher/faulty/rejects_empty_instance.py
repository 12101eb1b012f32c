"""Rejects the empty matching also if there are no companies and no candidates."""


def is_valid(companies, candidates, hires):
    if not companies or not candidates or not hires:
        return False
    ids = list(range(len(companies)))
    if sorted(h.company for h in hires) != ids or sorted(h.candidate for h in hires) != ids:
        return False
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
