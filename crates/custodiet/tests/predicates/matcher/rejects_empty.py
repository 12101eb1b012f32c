def is_valid(companies, candidates, hires):
    n = len(companies)
    if not hires:
        return False
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    job = {h.candidate: h.company for h in hires}
    for h in hires:
        for d in companies[h.company][:companies[h.company].index(h.candidate)]:
            if candidates[d].index(h.company) < candidates[d].index(job[d]):
                return False
    return True
