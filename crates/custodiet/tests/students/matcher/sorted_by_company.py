# correct
def is_valid(companies, candidates, hires):
    rows = sorted([[h.company, h.candidate] for h in hires])
    n = len(companies)
    if [r[0] for r in rows] != list(range(n)):
        return False
    assigned = [r[1] for r in rows]
    if sorted(assigned) != list(range(n)):
        return False
    for i in range(n):
        better = companies[i][:companies[i].index(assigned[i])]
        for j in better:
            k = assigned.index(j)
            if candidates[j].index(i) < candidates[j].index(k):
                return False
    return True
