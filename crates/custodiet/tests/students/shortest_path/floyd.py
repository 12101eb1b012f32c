# correct
from itertools import product

INFINITY = 10**6


def is_valid(roads, start, goal, path):
    towns = {start, goal} | {r.source for r in roads} | {r.target for r in roads}
    dist = {(a, b): 0 if a == b else INFINITY for a, b in product(towns, repeat=2)}
    direct = {}
    for s, t, n in roads:
        direct[s, t] = n
        dist[s, t] = min(dist[s, t], n)
    for k in towns:
        for i in towns:
            for j in towns:
                dist[i, j] = min(dist[i, j], dist[i, k] + dist[k, j])
    best = dist[start, goal]
    if path is None:
        return best >= INFINITY
    if not path or (path[0], path[-1]) != (start, goal):
        return False
    steps = list(zip(path[:-1], path[1:]))
    return all(s in direct for s in steps) and sum(direct[s] for s in steps) == best
