# faulty: returns a tuple
def is_valid(companies, candidates, hires):
    n = len(companies)
    complete = {h.company for h in hires} == {h.candidate for h in hires} == set(range(n))
    unique = len(hires) == n
    if not complete or not unique:
        return False, "not a perfect matching"
    boss = {h.candidate: h.company for h in hires}
    for h in hires:
        for d in companies[h.company]:
            if d == h.candidate:
                break
            if candidates[d].index(h.company) < candidates[d].index(boss[d]):
                return False, f"{h.company} and {d} would switch"
    return True, "stable"
