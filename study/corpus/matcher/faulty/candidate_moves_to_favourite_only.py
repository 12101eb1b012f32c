"""Thinks that a candidate leaves only for the first company of the ranking."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    staff = {h.company: h.candidate for h in hires}
    for candidate in range(n):
        favourite = candidates[candidate][0]
        ranking = companies[favourite]
        if ranking.index(candidate) < ranking.index(staff[favourite]):
            return False
    return True
