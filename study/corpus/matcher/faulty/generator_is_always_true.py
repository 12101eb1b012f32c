"""Tests a generator in place of what it yields, so the check that each company hires once never fails."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    employers = [h.company for h in hires]
    if sorted(h.candidate for h in hires) != list(range(n)):
        return False
    if any(c not in range(n) for c in employers):
        return False
    if not (employers.count(c) == 1 for c in range(n)):
        return False
    job = {h.candidate: h.company for h in hires}
    for c in range(n):
        staff = [companies[c].index(d) for d in job if job[d] == c]
        for d in companies[c][:min(staff, default=n)]:
            if candidates[d].index(c) < candidates[d].index(job[d]):
                return False
    return True
