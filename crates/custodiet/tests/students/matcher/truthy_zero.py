# faulty: rejects matchings in which company 0 hires candidate 0, takes 0 for nothing
def is_valid(companies, candidates, hires):
    n = len(companies)
    staff = {h.company: h.candidate for h in hires}
    boss = {h.candidate: h.company for h in hires}
    if len(hires) != n or set(staff) != set(range(n)) or set(boss) != set(range(n)):
        return False
    for c in range(n):
        mine = staff.get(c)
        if not mine:
            if mine != 0 or c == 0:
                return False
        for d in companies[c]:
            if d == mine:
                break
            if candidates[d].index(c) < candidates[d].index(boss[d]):
                return False
    return True
