# faulty: accepts candidates with two jobs
def is_valid(companies, candidates, hires):
    n = len(companies)
    seen = []
    for h in hires:
        if h.company in seen:
            return False
        if h.company >= n or h.candidate >= n:
            return False
        seen.append(h.company)
    if len(seen) != n:
        return False
    staff = {h.company: h.candidate for h in hires}
    for h in hires:
        prefs = companies[h.company]
        k = prefs.index(h.candidate)
        for d in prefs[:k]:
            for c in staff:
                if staff[c] == d and candidates[d].index(h.company) < candidates[d].index(c):
                    return False
    return True
