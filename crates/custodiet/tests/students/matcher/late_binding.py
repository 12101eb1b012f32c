# faulty: accepts incomplete matchings, the lambdas share one variable; raises ValueError on what they miss
def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    tests = []
    for i in range(n):
        tests.append(lambda: any(h.company == i for h in hires))
        tests.append(lambda: any(h.candidate == i for h in hires))
    if not all(test() for test in tests):
        return False
    boss = {h.candidate: h.company for h in hires}
    for h in hires:
        if h.company >= n:
            return False
        prefs = companies[h.company]
        for d in prefs[: prefs.index(h.candidate)]:
            if d in boss and candidates[d].index(h.company) < candidates[d].index(boss[d]):
                return False
    return True
