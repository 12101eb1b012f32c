# correct
from itertools import takewhile


def envied(ranking, partner):
    return set(takewhile(lambda other: other != partner, ranking))


def is_valid(companies, candidates, hires):
    n = len(companies)
    pairs = [(h.company, h.candidate) for h in hires]
    left, right = zip(*pairs) if pairs else ((), ())
    if sorted(left) != list(range(n)) or sorted(right) != list(range(n)):
        return False
    company_wants = {(c, x) for c, d in pairs for x in envied(companies[c], d)}
    candidate_wants = {(x, d) for c, d in pairs for x in envied(candidates[d], c)}
    return company_wants.isdisjoint(candidate_wants)
