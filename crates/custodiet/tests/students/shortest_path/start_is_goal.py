# faulty: rejects the path that stays where it is; accepts None instead
def is_valid(roads, start, goal, path):
    # paths with at least one road
    best = {}
    for r in roads:
        if r.source == start:
            best[r.target] = r.length
    for _ in roads:
        for r in roads:
            if r.source in best and best[r.source] + r.length < best.get(r.target, 1e9):
                best[r.target] = best[r.source] + r.length
    if path is None:
        return goal not in best
    if len(path) < 2 or path[0] != start or path[-1] != goal:
        return False
    table = {r[:2]: r[2] for r in roads}
    steps = list(zip(path, path[1:]))
    return all(s in table for s in steps) and sum(table[s] for s in steps) == best.get(goal)
