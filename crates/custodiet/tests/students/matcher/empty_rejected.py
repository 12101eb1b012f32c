# faulty: rejects the empty instance
def is_valid(companies, candidates, hires):
    if not companies or not candidates or not hires:
        return False
    n = len(companies)
    m = dict((h.company, h.candidate) for h in hires)
    r = dict((h.candidate, h.company) for h in hires)
    if len(hires) != n or set(m) != set(range(n)) or set(r) != set(range(n)):
        return False
    return not any(
        companies[c].index(d) < companies[c].index(m[c]) and candidates[d].index(c) < candidates[d].index(r[d])
        for c in range(n) for d in range(n)
    )
