"""Checks stability and uniqueness but not who is unknown: those matched to strangers count as settled."""


def wants(ranking, partner, other):
    if partner is None:
        return True
    return partner in ranking and ranking.index(other) < ranking.index(partner)


def is_valid(companies, candidates, hires):
    staff, job = {}, {}
    for h in hires:
        if h.company in staff or h.candidate in job:
            return False
        staff[h.company] = h.candidate
        job[h.candidate] = h.company
    for c in range(len(companies)):
        for d in range(len(candidates)):
            if staff.get(c) == d:
                continue
            if wants(companies[c], staff.get(c), d) and wants(candidates[d], job.get(d), c):
                return False
    return True
