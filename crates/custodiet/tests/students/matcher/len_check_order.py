# faulty: accepts a company that hires twice while another has nobody; raises ValueError on outsiders
def is_valid(companies, candidates, hires):
    if len(hires) != len(companies):
        return False
    if set(h.candidate for h in hires) != set(range(len(candidates))):
        return False
    boss = {h.candidate: h.company for h in hires}
    for h in hires:
        for d in range(len(candidates)):
            if h.company >= len(companies):
                continue
            prefs = companies[h.company]
            if prefs.index(d) < prefs.index(h.candidate) and candidates[d].index(h.company) < candidates[d].index(boss[d]):
                return False
    return True
