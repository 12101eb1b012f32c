"""Cuts the last place off each ranking, so whoever has got the last choice is never asked."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    job = {h.candidate: h.company for h in hires}
    for h in hires:
        considered = companies[h.company][:n - 1]
        if h.candidate not in considered:
            continue
        for better in considered[:considered.index(h.candidate)]:
            if candidates[better].index(h.company) < candidates[better].index(job[better]):
                return False
    return True
