def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n or {h.company for h in hires} != set(range(n)):
        return False
    if {h.candidate for h in hires} != set(range(n)):
        return False
    match = {h.candidate: h.company for h in hires}
    for h in hires:
        for d in companies[h.company]:
            if d == h.candidate:
                break
            if candidates[d].index(h.company) < candidates[d].index(match[d]):
                return False
