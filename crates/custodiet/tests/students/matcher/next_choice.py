# faulty: accepts unstable matchings, considers only the next better candidate
def is_valid(companies, candidates, hires):
    n = len(companies)
    partner = {}
    boss = {}
    for h in hires:
        partner[h.company] = h.candidate
        boss[h.candidate] = h.company
    if len(hires) != n or sorted(partner) != list(range(n)) or sorted(boss) != list(range(n)):
        return False
    for c in range(n):
        rank = companies[c].index(partner[c])
        if rank > 0:
            better = companies[c][rank - 1]
            if candidates[better].index(c) < candidates[better].index(boss[better]):
                return False
    return True
