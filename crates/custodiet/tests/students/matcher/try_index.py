# correct
def rank(prefs, who):
    try:
        return prefs.index(who)
    except ValueError:
        return None


def is_valid(companies, candidates, hires):
    n = len(companies)
    seen_c, seen_d = [], []
    for h in hires:
        try:
            if rank(companies[h.company], h.candidate) is None or rank(candidates[h.candidate], h.company) is None:
                return False
        except IndexError:
            return False
        seen_c.append(h.company)
        seen_d.append(h.candidate)
    if len(seen_c) != n or len(set(seen_c)) != n or len(set(seen_d)) != n:
        return False
    for x in hires:
        for y in hires:
            better_c = rank(companies[x.company], y.candidate) < rank(companies[x.company], x.candidate)
            better_d = rank(candidates[y.candidate], x.company) < rank(candidates[y.candidate], y.company)
            if better_c and better_d:
                return False
    return True
