# faulty: rejects None where only the way back exists; accepts roads in the wrong direction
def is_valid(roads, start, goal, path):
    length = {}
    for r in roads:
        for a, b in ((r.source, r.target), (r.target, r.source)):
            length[a, b] = min(r.length, length.get((a, b), r.length))
    best = {start: 0}
    again = True
    while again:
        again = False
        for (a, b), n in length.items():
            if a in best and (b not in best or best[b] > best[a] + n):
                best[b] = best[a] + n
                again = True
    if path is None:
        return goal not in best
    if not path or path[0] != start or path[-1] != goal:
        return False
    total = 0
    for a, b in zip(path, path[1:]):
        if (a, b) not in length:
            return False
        total += length[a, b]
    return total == best[goal]
