# correct
from itertools import product


def is_valid(companies, candidates, hires):
    n = len(companies)
    pair = {(h.company, h.candidate) for h in hires}
    rows = [sum((c, d) in pair for d in range(n)) for c in range(n)]
    columns = [sum((c, d) in pair for c in range(n)) for d in range(n)]
    if rows != [1] * n or columns != [1] * n or len(pair) != n:
        return False
    for (a, b), (c, d) in product(pair, pair):
        if companies[a].index(d) < companies[a].index(b) and candidates[d].index(a) < candidates[d].index(c):
            return False
    return True
