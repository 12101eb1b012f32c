# correct
import heapq


def dijkstra(roads, start):
    graph = {}
    for source, target, length in roads:
        graph.setdefault(source, []).append((target, length))
    best = {}
    queue = [(0, start)]
    while queue:
        d, town = heapq.heappop(queue)
        if town in best:
            continue
        best[town] = d
        for nxt, length in graph.get(town, []):
            heapq.heappush(queue, (d + length, nxt))
    return best


def is_valid(roads, start, goal, path):
    best = dijkstra(roads, start)
    if goal not in best:
        return path is None
    if not path or path[0] != start or path[-1] != goal:
        return False
    lengths = {(r.source, r.target): r.length for r in roads}
    total = 0
    for step in zip(path, path[1:]):
        if step not in lengths:
            return False
        total += lengths[step]
    return total == best[goal]
