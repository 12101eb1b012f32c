# correct
def is_valid(companies, candidates, hires):
    by_company = {h.company: h.candidate for h in hires}
    by_candidate = {h.candidate: h.company for h in hires}
    ids = set(range(len(companies)))
    if by_company.keys() != ids or by_candidate.keys() != ids or len(hires) != len(ids):
        return False
    for company, prefs in enumerate(companies):
        for better in prefs[: prefs.index(by_company[company])]:
            theirs = candidates[better]
            if theirs.index(company) < theirs.index(by_candidate[better]):
                return False
    return True
