# correct
from collections import defaultdict, deque


def distances(edges, start):
    graph = defaultdict(list)
    for a, b in edges:
        graph[a].append(b)
    dist = {start: 0}
    queue = deque([start])
    while queue:
        v = queue.popleft()
        for w in graph[v]:
            if w not in dist:
                dist[w] = dist[v] + 1
                queue.append(w)
    return dist


def is_valid(edges, start, levels):
    dist = distances(edges, start)
    claimed = {}
    for d, level in enumerate(levels):
        if not level:
            return False
        for v in level:
            if v in claimed:
                return False
            claimed[v] = d
    return claimed == dist
