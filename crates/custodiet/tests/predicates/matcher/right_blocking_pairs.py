def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    job = {}
    staff = {}
    for h in hires:
        if not (0 <= h.company < n and 0 <= h.candidate < n):
            return False
        staff[h.company] = h.candidate
        job[h.candidate] = h.company
    if len(job) != n or len(staff) != n:
        return False
    for c in range(n):
        for d in range(n):
            if (companies[c].index(d) < companies[c].index(staff[c])
                    and candidates[d].index(c) < candidates[d].index(job[d])):
                return False
    return True
