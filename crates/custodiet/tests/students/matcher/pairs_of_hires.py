# correct
from itertools import permutations


def prefers(ranking, a, b):
    """Whether a is ranked above b."""
    return ranking.index(a) < ranking.index(b)


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    if any(h.company not in range(n) or h.candidate not in range(n) for h in hires):
        return False
    if len({h.company for h in hires}) < n or len({h.candidate for h in hires}) < n:
        return False
    for one, two in permutations(hires, 2):
        if prefers(companies[one.company], two.candidate, one.candidate) and prefers(
            candidates[two.candidate], one.company, two.company
        ):
            return False
    return True
