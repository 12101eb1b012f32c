# faulty: raises IndexError on an empty path; accepts None where there is a route
def is_valid(roads, start, goal, path):
    if path is None:
        return True
    if path[0] != start or path[-1] != goal:
        return False
    cost = {(r.source, r.target): r.length for r in roads}
    try:
        total = sum(cost[path[i], path[i + 1]] for i in range(len(path) - 1))
    except KeyError:
        return False
    best = {start: 0}
    for _ in roads:
        for (a, b), n in cost.items():
            if a in best and best[a] + n < best.get(b, 10**9):
                best[b] = best[a] + n
    return total <= best[goal]
