# faulty: raises ValueError on the empty instance
def is_valid(companies, candidates, hires):
    largest = max(h.company for h in hires)
    if largest != len(companies) - 1:
        return False
    m = {}
    for h in hires:
        if h.company in m:
            return False
        m[h.company] = h.candidate
    if sorted(m) != list(range(len(companies))) or sorted(m.values()) != list(range(len(candidates))):
        return False
    inverse = {v: k for k, v in m.items()}
    for c, prefs in enumerate(companies):
        i = 0
        while prefs[i] != m[c]:
            d = prefs[i]
            if candidates[d].index(c) < candidates[d].index(inverse[d]):
                return False
            i += 1
    return True
