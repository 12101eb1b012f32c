"""Accepts companies and candidates who occur in several hires, as long as no pair of people both want to switch."""


def best(ranking, partners):
    return min(ranking.index(p) for p in partners)


def is_valid(companies, candidates, hires):
    n = len(companies)
    staff = {c: set() for c in range(n)}
    jobs = {d: set() for d in range(n)}
    for h in hires:
        if h.company not in staff or h.candidate not in jobs:
            return False
        staff[h.company].add(h.candidate)
        jobs[h.candidate].add(h.company)
    if not all(staff.values()) or not all(jobs.values()):
        return False
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < best(companies[c], staff[c]):
                if candidates[d].index(c) < best(candidates[d], jobs[d]):
                    return False
    return True
