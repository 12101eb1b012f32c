def rank(ranking, who):
    if who in ranking:
        return ranking.index(who)
    return len(ranking)


def is_valid(companies, candidates, hires):
    n = len(companies)
    best_staff = [n] * n
    best_job = [n] * n
    for h in hires:
        if h.company in range(n):
            best_staff[h.company] = min(best_staff[h.company], rank(companies[h.company], h.candidate))
        if h.candidate in range(n):
            best_job[h.candidate] = min(best_job[h.candidate], rank(candidates[h.candidate], h.company))
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < best_staff[c] and candidates[d].index(c) < best_job[d]:
                return False
    return True
