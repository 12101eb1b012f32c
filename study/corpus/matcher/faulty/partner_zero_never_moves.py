"""Tests partners for truth and so skips everybody whose partner is number 0 when it looks for blocking pairs."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for c in range(n):
        mine = next(h.candidate for h in hires if h.company == c)
        for d in range(n):
            theirs = next(h.company for h in hires if h.candidate == d)
            if mine and theirs:
                better = companies[c].index(d) < companies[c].index(mine)
                if better and candidates[d].index(c) < candidates[d].index(theirs):
                    return False
    return True
