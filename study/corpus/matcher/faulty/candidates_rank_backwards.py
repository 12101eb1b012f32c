"""Reads the companies' rankings best first but the candidates' rankings worst first."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    staff, job = {}, {}
    for h in hires:
        staff[h.company] = h.candidate
        job[h.candidate] = h.company
    if sorted(staff) != list(range(n)) or sorted(job) != list(range(n)):
        return False
    for c, ranking in enumerate(companies):
        for d in ranking[:ranking.index(staff[c])]:
            if c in candidates[d][candidates[d].index(job[d]):]:
                return False
    return True
