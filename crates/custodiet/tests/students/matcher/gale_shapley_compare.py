# faulty: rejects stable matchings other than the one best for companies
from collections import deque


def gale_shapley(companies, candidates):
    n = len(companies)
    rank = [{c: r for r, c in enumerate(prefs)} for prefs in candidates]
    proposals = [0] * n
    held = [None] * n
    free = deque(range(n))
    while free:
        c = free.popleft()
        d = companies[c][proposals[c]]
        proposals[c] += 1
        if held[d] is None:
            held[d] = c
        elif rank[d][c] < rank[d][held[d]]:
            free.append(held[d])
            held[d] = c
        else:
            free.append(c)
    return {(held[d], d) for d in range(n)}


def is_valid(companies, candidates, hires):
    return {(h.company, h.candidate) for h in hires} == gale_shapley(companies, candidates)
