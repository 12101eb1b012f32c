from itertools import combinations


def prefers(ranking, a, b):
    return ranking.index(a) < ranking.index(b)


def is_valid(companies, candidates, hires):
    everyone = set(range(len(companies)))
    if {h.company for h in hires} != everyone or {h.candidate for h in hires} != everyone:
        return False
    if len(hires) > len(everyone):
        return False
    for x, y in combinations(hires, 2):
        if prefers(companies[x.company], y.candidate, x.candidate):
            if prefers(candidates[y.candidate], x.company, y.company):
                return False
        if prefers(companies[y.company], x.candidate, y.candidate):
            if prefers(candidates[x.candidate], y.company, x.company):
                return False
    return True
