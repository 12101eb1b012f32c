# correct
def is_valid(companies, candidates, hires):
    """Cut every ranking off at the partner; what is left are the wishes."""
    n = len(companies)
    hires = list(hires)
    if not (len(hires) == n and all(h.company in range(n) and h.candidate in range(n) for h in hires)):
        return False
    free_companies, free_candidates = list(range(n)), list(range(n))
    for h in hires:
        if h.company not in free_companies or h.candidate not in free_candidates:
            return False
        free_companies.remove(h.company)
        free_candidates.remove(h.candidate)
        del companies[h.company][companies[h.company].index(h.candidate):]
        del candidates[h.candidate][candidates[h.candidate].index(h.company):]
    for c, wishes in enumerate(companies):
        for d in wishes:
            if c in candidates[d]:
                return False
    return True
