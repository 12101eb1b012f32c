# faulty: rejects shortest paths with more roads; accepts longer ones with fewer
from collections import deque


def is_valid(roads, start, goal, path):
    dist = {start: 0}
    q = deque([start])
    while q:
        t = q.popleft()
        for r in roads:
            if r.source == t and r.target not in dist:
                dist[r.target] = dist[t] + 1
                q.append(r.target)
    if path is None:
        return goal not in dist
    if path == [] or path[0] != start or path[-1] != goal:
        return False
    steps = {(r.source, r.target) for r in roads}
    for i in range(len(path) - 1):
        if (path[i], path[i + 1]) not in steps:
            return False
    return len(path) - 1 == dist[goal]
