# not provable: tries random pairs
from random import randrange


def is_valid(companies, candidates, hires):
    n = len(companies)
    comp = {h.company: h.candidate for h in hires}
    cand = {h.candidate: h.company for h in hires}
    if len(hires) != n or set(comp) != set(range(n)) or set(cand) != set(range(n)):
        return False
    for _ in range(100 * n):
        c, d = randrange(n), randrange(n)
        if companies[c].index(d) < companies[c].index(comp[c]) and candidates[d].index(c) < candidates[d].index(cand[d]):
            return False
    return True
