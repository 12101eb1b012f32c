# faulty: accepts companies and candidates in several hires
def is_valid(companies, candidates, hires):
    x = y = 0
    for h in hires:
        x |= 1 << h.company
        y |= 1 << h.candidate
    n = len(companies)
    if x != (1 << n) - 1 or y != (1 << n) - 1:
        return False
    for h in hires:
        for g in hires:
            if h != g:
                if companies[h.company].index(g.candidate) < companies[h.company].index(h.candidate):
                    if candidates[g.candidate].index(h.company) < candidates[g.candidate].index(g.company):
                        return False
    return True
