# faulty: accepts incomplete matchings and outsiders
def is_valid(companies, candidates, hires):
    comp = {h.company: h.candidate for h in hires}
    cand = {h.candidate: h.company for h in hires}
    for c in range(len(companies)):
        for d in range(len(candidates)):
            if c in comp and d in cand and comp[c] in companies[c] and cand[d] in candidates[d]:
                if companies[c].index(d) < companies[c].index(comp[c]):
                    if candidates[d].index(c) < candidates[d].index(cand[d]):
                        return False
    return True
