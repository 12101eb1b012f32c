"""Adds the two ranks of a pair and lets a pair block if its sum is below those of both present hires."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False

    def unhappiness(c, d):
        return companies[c].index(d) + candidates[d].index(c)

    for a in hires:
        for b in hires:
            new = unhappiness(a.company, b.candidate)
            if new < unhappiness(a.company, a.candidate) and new < unhappiness(b.company, b.candidate):
                return False
    return True
