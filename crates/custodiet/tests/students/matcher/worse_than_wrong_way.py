# faulty: accepts unstable matchings; rejects stable ones, takes a higher index for better
def is_valid(companies, candidates, hires):
    n = len(companies)
    comp, cand = {}, {}
    for h in hires:
        comp[h.company] = h.candidate
        cand[h.candidate] = h.company
    if len(hires) != n or sorted(comp) != list(range(n)) or sorted(cand) != list(range(n)):
        return False
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) > companies[c].index(comp[c]):
                if candidates[d].index(c) > candidates[d].index(cand[d]):
                    return False
    return True
