# faulty: accepts unstable matchings, considers only exchanges that help both companies and both candidates
def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    if len({h.company for h in hires} & set(range(n))) != n:
        return False
    if len({h.candidate for h in hires} & set(range(n))) != n:
        return False
    for a in hires:
        for b in hires:
            if a is b:
                continue
            if (
                companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate)
                and companies[b.company].index(a.candidate) < companies[b.company].index(b.candidate)
                and candidates[a.candidate].index(b.company) < candidates[a.candidate].index(a.company)
                and candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company)
            ):
                return False
    return True
