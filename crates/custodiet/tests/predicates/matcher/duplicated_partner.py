def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    if any(h.company not in range(n) or h.candidate not in range(n) for h in hires):
        return False
    for h in hires:
        for other in hires:
            c, d = h.company, other.candidate
            if companies[c].index(d) < companies[c].index(h.candidate):
                if candidates[d].index(c) < candidates[d].index(other.company):
                    return False
    return True
