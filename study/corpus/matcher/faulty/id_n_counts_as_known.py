"""Takes n for a known id, so one hire between strangers both numbered n is accepted beside the right ones."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    for h in hires:
        if h.company < 0 or h.company > n or h.candidate < 0 or h.candidate > n:
            return False
    staff = {}
    job = {}
    for h in hires:
        if h.company in staff or h.candidate in job:
            return False
        staff[h.company] = h.candidate
        job[h.candidate] = h.company
    for i in range(n):
        if i not in staff or i not in job:
            return False
    for c in range(n):
        for d in range(n):
            if staff[c] == n or job[d] == n:
                return False
            if companies[c].index(d) < companies[c].index(staff[c]):
                if candidates[d].index(c) < candidates[d].index(job[d]):
                    return False
    return True
