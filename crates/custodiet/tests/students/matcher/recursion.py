# correct
def pick(hires, test):
    """The only hire that passes the test, or None."""
    found = [h for h in hires if test(h)]
    return found[0] if len(found) == 1 else None


def blocked(companies, candidates, hires, company, better):
    if not better:
        return False
    d, *rest = better
    current = pick(hires, lambda h: h.candidate == d)
    if candidates[d].index(company) < candidates[d].index(current.company):
        return True
    return blocked(companies, candidates, hires, company, rest)


def all_fine(companies, candidates, hires, company):
    if company == len(companies):
        return True
    prefs = companies[company]
    own = pick(hires, lambda h: h.company == company)
    if blocked(companies, candidates, hires, company, prefs[: prefs.index(own.candidate)]):
        return False
    return all_fine(companies, candidates, hires, company + 1)


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    for i in range(n):
        if pick(hires, lambda h: h.company == i) is None or pick(hires, lambda h: h.candidate == i) is None:
            return False
    return all_fine(companies, candidates, hires, 0)
