def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for a in hires:
        for b in hires:
            companies_gain = (
                companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate)
                and companies[b.company].index(a.candidate) < companies[b.company].index(b.candidate)
            )
            candidates_gain = (
                candidates[a.candidate].index(b.company) < candidates[a.candidate].index(a.company)
                and candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company)
            )
            if companies_gain and candidates_gain:
                return False
    return True
