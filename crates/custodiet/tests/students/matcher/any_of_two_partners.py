# faulty: accepts companies and candidates in several hires
from collections import defaultdict


def is_valid(companies, candidates, hires):
    staff, jobs = defaultdict(set), defaultdict(set)
    for h in hires:
        if h.company >= len(companies) or h.candidate >= len(candidates):
            return False
        staff[h.company].add(h.candidate)
        jobs[h.candidate].add(h.company)
    if len(staff) < len(companies) or len(jobs) < len(candidates):
        return False
    for c, prefs in enumerate(companies):
        best = min(prefs.index(d) for d in staff[c])
        for d in prefs[:best]:
            if candidates[d].index(c) < min(candidates[d].index(x) for x in jobs[d]):
                return False
    return True
