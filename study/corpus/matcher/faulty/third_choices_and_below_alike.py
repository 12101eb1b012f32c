"""Gives everybody below the second place the same rank, so long rankings are not read to the end."""


def rank(ranking, who):
    if ranking[0] == who:
        return 0
    if ranking[1] == who:
        return 1
    return 2


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for a in hires:
        for b in hires:
            if a != b and rank(companies[a.company], b.candidate) < rank(companies[a.company], a.candidate):
                if rank(candidates[b.candidate], a.company) < rank(candidates[b.candidate], b.company):
                    return False
    return True
