def is_valid(companies, candidates, hires):
    n = len(companies)
    for c in range(n):
        if not any(h.company == c for h in hires):
            return False
    for d in range(n):
        if not any(h.candidate == d for h in hires):
            return False
    for h in hires:
        if h.company >= n or h.candidate >= n:
            return False
    for c in range(n):
        for d in range(n):
            staff = {h.candidate for h in hires if h.company == c}
            jobs = {h.company for h in hires if h.candidate == d}
            if d not in staff and all(companies[c].index(d) < companies[c].index(s) for s in staff):
                if all(candidates[d].index(c) < candidates[d].index(j) for j in jobs):
                    return False
    return True
