"""Counts companies and candidates from 1 when it looks for blocking pairs, so number 0 is never asked."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)):
        return False
    if sorted(h.candidate for h in hires) != list(range(n)):
        return False
    partner = {h.company: h.candidate for h in hires}
    employer = {h.candidate: h.company for h in hires}
    for c in range(1, n):
        for d in range(1, n):
            likes_more = companies[c].index(partner[c]) > companies[c].index(d)
            liked_more = candidates[d].index(employer[d]) > candidates[d].index(c)
            if likes_more and liked_more:
                return False
    return True
