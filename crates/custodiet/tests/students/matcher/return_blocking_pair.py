# faulty: returns a list of blocking pairs
def is_valid(companies, candidates, hires):
    n = len(companies)
    comp = {h.company: h.candidate for h in hires}
    cand = {h.candidate: h.company for h in hires}
    if len(hires) != n or set(comp) != set(range(n)) or set(cand) != set(range(n)):
        return [None]
    return [
        (c, d)
        for c in range(n)
        for d in range(n)
        if companies[c].index(d) < companies[c].index(comp[c]) and candidates[d].index(c) < candidates[d].index(cand[d])
    ]
