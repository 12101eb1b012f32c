"""Compares two lists with is, so no matching is ever complete."""


def is_valid(companies, candidates, hires):
    everyone = list(range(len(companies)))
    employers = sorted([h.company for h in hires])
    hired = sorted([h.candidate for h in hires])
    if employers is not everyone or hired is not everyone:
        return False
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
