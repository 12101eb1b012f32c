def all_known(hires, n):
    return all(h.company in range(n) and h.candidate in range(n) for h in hires)


def both_ways(hires):
    staff, jobs = {}, {}
    for h in hires:
        staff[h.company] = h.candidate
        jobs[h.candidate] = h.company
    return staff, jobs
