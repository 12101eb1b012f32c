"""Counts blocking pairs, thinks that each is counted twice, and rejects only from two on."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    blocking = 0
    for a in hires:
        for b in hires:
            tempting = companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate)
            tempted = candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company)
            if tempting and tempted:
                blocking += 1
    return blocking // 2 == 0
