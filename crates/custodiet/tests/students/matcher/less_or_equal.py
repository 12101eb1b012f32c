# faulty: rejects every matching, a matched pair blocks itself
def is_valid(companies, candidates, hires):
    n = len(companies)
    if n == 0:
        return len(hires) == 0
    comp = {h.company: h.candidate for h in hires}
    cand = {h.candidate: h.company for h in hires}
    if set(comp) != set(range(n)) or set(cand) != set(range(n)) or len(hires) != n:
        return False
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) <= companies[c].index(comp[c]) and candidates[d].index(c) <= candidates[d].index(cand[d]):
                return False
    return True
