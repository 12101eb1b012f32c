def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    employer = {h.candidate: h.company for h in hires}
    employee = {h.company: h.candidate for h in hires}
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < companies[c].index(employee[c]):
                return False
            if candidates[d].index(c) < candidates[d].index(employer[d]):
                return False
    return True
