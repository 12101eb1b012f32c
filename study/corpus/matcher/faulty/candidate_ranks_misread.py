"""Looks up ranks rightly for companies, but reads a candidate's list as a table of ranks."""


def prefers_candidate(ranking, new, old):
    return ranking.index(new) < ranking.index(old)


def prefers_company(ranking, new, old):
    return ranking[new] < ranking[old]


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    return not any(
        prefers_candidate(companies[a.company], b.candidate, a.candidate)
        and prefers_company(candidates[b.candidate], a.company, b.company)
        for a in hires
        for b in hires
    )
