def is_valid(companies, candidates, hires):
    ids = list(range(len(companies)))
    if sorted(h.company for h in hires) != ids or sorted(h.candidate for h in hires) != ids:
        return False
    job = {h.candidate: h.company for h in hires}
    for h in hires:
        for better in companies[h.company]:
            if better == h.candidate:
                break
            ranking = candidates[better]
            if h.company in ranking[:ranking.index(job[better])]:
                return False
    return True
