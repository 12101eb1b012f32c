# correct
import math


def is_valid(edges, start, levels):
    vertices = {start}.union(*edges)
    d = {v: math.inf for v in vertices}
    d[start] = 0
    for _ in vertices:
        for u, v in edges:
            if d[u] + 1 < d[v]:
                d[v] = d[u] + 1
    deepest = max(x for x in d.values() if x < math.inf)
    expected = [{v for v in vertices if d[v] == k} for k in range(deepest + 1)]
    return levels == expected
