# faulty: accepts companies that hire twice
def is_valid(companies, candidates, hires):
    if set(h.company for h in hires) != set(range(len(companies))):
        return False
    if set(h.candidate for h in hires) != set(range(len(candidates))):
        return False
    emp = {}
    for h in hires:
        emp.setdefault(h.candidate, []).append(h.company)
    staff = {}
    for h in hires:
        staff.setdefault(h.company, []).append(h.candidate)
    for c in range(len(companies)):
        for d in range(len(candidates)):
            if d in staff[c]:
                continue
            wants_c = all(companies[c].index(d) < companies[c].index(x) for x in staff[c])
            wants_d = all(candidates[d].index(c) < candidates[d].index(x) for x in emp[d])
            if wants_c and wants_d:
                return False
    return True
