# faulty: rejects stable matchings, one side wanting to switch is enough
def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n: return False
    if {h.company for h in hires} != set(range(n)): return False
    if {h.candidate for h in hires} != set(range(n)): return False
    for h in hires:
        if companies[h.company].index(h.candidate) > 0 or candidates[h.candidate].index(h.company) > 0:
            return False
    return True
