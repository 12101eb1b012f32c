# correct
def is_valid(companies, candidates, hires):
    n = len(companies)
    employer = {}
    employee = {}
    for h in hires:
        if h.company in employee or h.candidate in employer:
            return False
        employee[h.company] = h.candidate
        employer[h.candidate] = h.company
    if set(employee) != set(range(n)) or set(employer) != set(range(n)):
        return False
    for company in range(n):
        for candidate in range(n):
            if employee[company] == candidate:
                continue
            c_pref = companies[company]
            d_pref = candidates[candidate]
            if (c_pref.index(candidate) < c_pref.index(employee[company])
                    and d_pref.index(company) < d_pref.index(employer[candidate])):
                return False
    return True
