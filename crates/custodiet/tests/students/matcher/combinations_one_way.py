# faulty: accepts unstable matchings, compares each two hires in one direction only
from itertools import combinations


def is_valid(companies, candidates, hires):
    n = len(companies)
    hires = sorted(hires, key=lambda h: h.company)
    if [h.company for h in hires] != list(range(n)) or sorted([h.candidate for h in hires]) != list(range(n)):
        return False
    for a, b in combinations(hires, 2):
        ca = companies[a.company]
        db = candidates[b.candidate]
        if ca.index(b.candidate) < ca.index(a.candidate) and db.index(a.company) < db.index(b.company):
            return False
    return True
