def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    job = {h.candidate: h.company for h in hires}
    for h in hires:
        ranking = companies[h.company]
        for d in ranking[:ranking.index(h.candidate)]:
            if candidates[d].index(h.company) < candidates[d].index(job[d]):
                return (h.company, d)
    return True
