# correct
from collections import defaultdict


def is_valid(companies, candidates, hires):
    jobs = defaultdict(list)
    staff = defaultdict(list)
    for h in hires:
        jobs[h.candidate].append(h.company)
        staff[h.company].append(h.candidate)
    everyone = list(range(len(companies)))
    for side in (jobs, staff):
        if sorted(side) != everyone or any(len(partners) > 1 for partners in side.values()):
            return False
    for c in everyone:
        for d in companies[c]:
            if [d] == staff[c]:
                break
            for rival in candidates[d]:
                if [rival] == jobs[d]:
                    break
                if rival == c:
                    return False
    return True
