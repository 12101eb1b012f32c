"""Asks only the candidate whom a company likes best and gives up if that one stays."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    job = {h.candidate: h.company for h in hires}
    for h in hires:
        for better in companies[h.company]:
            if better == h.candidate:
                break
            if candidates[better].index(h.company) < candidates[better].index(job[better]):
                return False
            break
    return True
