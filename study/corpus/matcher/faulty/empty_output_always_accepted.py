"""Accepts an empty output even if there are people to match."""


def is_valid(companies, candidates, hires):
    if len(hires) == 0:
        return True
    n = len(companies)
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    if len(staff) != len(hires) or len(job) != len(hires):
        return False
    if set(staff) != set(range(n)) or set(job) != set(range(n)):
        return False
    for c in staff:
        for d in companies[c]:
            if d == staff[c]:
                break
            if candidates[d].index(c) < candidates[d].index(job[d]):
                return False
    return True
