# faulty: raises TypeError, unpacks hires as tuples
def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    m = {}
    for (c, d) in hires:
        if c in m or d in m.values():
            return False
        m[c] = d
    for c in m:
        for d in companies[c]:
            if d == m[c]:
                break
            for other in m:
                if m[other] == d and candidates[d].index(c) < candidates[d].index(other):
                    return False
    return True
