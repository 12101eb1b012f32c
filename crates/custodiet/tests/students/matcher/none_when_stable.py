# faulty: returns None for stable matchings
def is_valid(companies, candidates, hires):
    n = len(companies)
    comp = sorted(h.company for h in hires)
    cand = sorted(h.candidate for h in hires)
    if comp != [*range(n)] or cand != [*range(n)]:
        return False
    for h in hires:
        for g in hires:
            a = companies[h.company]
            b = candidates[g.candidate]
            if a.index(g.candidate) < a.index(h.candidate) and b.index(h.company) < b.index(g.company):
                return False
