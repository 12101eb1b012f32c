"""Returns None in place of True when no blocking pair is found."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    if n == 0:
        return True
    for a in hires:
        for b in hires:
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
