# faulty: rejects stable matchings that are not best in total; accepts unstable ones that are
from itertools import permutations


def happiness(companies, candidates, pairs):
    return -sum(companies[c].index(d) + candidates[d].index(c) for c, d in pairs)


def is_valid(companies, candidates, hires):
    n = len(companies)
    pairs = [(h.company, h.candidate) for h in hires]
    if sorted(c for c, _ in pairs) != list(range(n)) or sorted(d for _, d in pairs) != list(range(n)):
        return False
    best = max(happiness(companies, candidates, list(enumerate(p))) for p in permutations(range(n)))
    return happiness(companies, candidates, pairs) == best
