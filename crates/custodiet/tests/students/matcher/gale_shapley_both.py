# faulty: rejects stable matchings between the two extremes
def propose(proposers, receivers):
    n = len(proposers)
    engaged = {}
    nxt = [0 for _ in range(n)]
    free = [i for i in range(n)]
    while len(free) > 0:
        p = free[0]
        r = proposers[p][nxt[p]]
        nxt[p] = nxt[p] + 1
        if r not in engaged:
            engaged[r] = p
            free.remove(p)
        else:
            rival = engaged[r]
            if receivers[r].index(p) < receivers[r].index(rival):
                engaged[r] = p
                free.remove(p)
                free.append(rival)
    return engaged


def is_valid(companies, candidates, hires):
    got = set()
    for h in hires:
        got.add((h.company, h.candidate))
    first = set((c, d) for d, c in propose(companies, candidates).items())
    second = set((c, d) for c, d in propose(candidates, companies).items())
    return got == first or got == second
