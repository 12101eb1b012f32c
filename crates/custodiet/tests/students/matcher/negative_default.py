# faulty: accepts outsiders in extra hires; raises ValueError on others
def is_valid(companies, candidates, hires):
    n = len(companies)
    emp = [-1] * (n + 10)
    for h in hires:
        if emp[h.company] != -1:
            return False
        emp[h.company] = h.candidate
    if -1 in emp[:n]:
        return False
    for c in range(n):
        k = companies[c].index(emp[c])
        for d in companies[c][:k]:
            other = emp.index(d)
            if candidates[d].index(c) < candidates[d].index(other):
                return False
    return True
