# faulty: accepts missing and extra hires
def is_valid(companies, candidates, hires):
    if len(companies) != len(candidates):
        return False
    used_c, used_d = set(), set()
    for h in hires:
        if h.company in used_c or h.candidate in used_d:
            return False
        used_c.add(h.company)
        used_d.add(h.candidate)
    for h in hires:
        for g in hires:
            if h.company < len(companies) and g.candidate < len(candidates):
                p = companies[h.company]
                q = candidates[g.candidate]
                if h.candidate in p and g.company in q:
                    if p.index(g.candidate) < p.index(h.candidate) and q.index(h.company) < q.index(g.company):
                        return False
    return True
