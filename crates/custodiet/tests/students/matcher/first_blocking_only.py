# faulty: accepts unstable matchings, returns after the first company
def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    comp = {h.company: h.candidate for h in hires}
    cand = {h.candidate: h.company for h in hires}
    for i in range(n):
        if i not in comp or i not in cand:
            return False
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < companies[c].index(comp[c]) and candidates[d].index(c) < candidates[d].index(cand[d]):
                return False
        return True
    return True
