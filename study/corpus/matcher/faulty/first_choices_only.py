"""Calls a matching stable unless a company and a candidate who are each other's first choice are apart."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)):
        return False
    if sorted(h.candidate for h in hires) != list(range(n)):
        return False
    pairs = {(h.company, h.candidate) for h in hires}
    for c in range(n):
        top = companies[c][0]
        if candidates[top][0] == c and (c, top) not in pairs:
            return False
    return True
