from itertools import permutations


def stable(companies, candidates, match):
    inverse = {d: c for c, d in enumerate(match)}
    for c, ranking in enumerate(companies):
        for d in ranking[:ranking.index(match[c])]:
            if candidates[d].index(c) < candidates[d].index(inverse[d]):
                return False
    return True


def is_valid(companies, candidates, hires):
    got = {(h.company, h.candidate) for h in hires}
    for match in permutations(range(len(companies))):
        if got == set(enumerate(match)):
            return stable(companies, candidates, match)
    return False
