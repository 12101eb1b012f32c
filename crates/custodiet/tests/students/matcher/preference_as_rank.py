# faulty: accepts unstable matchings; rejects stable ones, takes lists of preferences for lists of ranks
def is_valid(companies, candidates, hires):
    n = len(companies)
    comp = {h.company: h.candidate for h in hires}
    cand = {h.candidate: h.company for h in hires}
    ids = set(range(n))
    if not (len(hires) == n and set(comp) == ids and set(cand) == ids):
        return False
    for c in ids:
        for d in ids:
            if companies[c][d] < companies[c][comp[c]] and candidates[d][c] < candidates[d][cand[d]]:
                return False
    return True
