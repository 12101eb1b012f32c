"""Accepts hires between strangers beside the right ones: it asks only that all known people are among the matched."""


def is_valid(companies, candidates, hires):
    ids = set(range(len(companies)))
    employers = [h.company for h in hires]
    hired = [h.candidate for h in hires]
    if not ids <= set(employers) or not ids <= set(hired):
        return False
    if len(set(employers)) != len(employers) or len(set(hired)) != len(hired):
        return False
    staff = dict(zip(employers, hired))
    job = dict(zip(hired, employers))
    for c in ids:
        for d in ids:
            if staff[c] in ids and job[d] in ids:
                if companies[c].index(d) < companies[c].index(staff[c]):
                    if candidates[d].index(c) < candidates[d].index(job[d]):
                        return False
    return True
