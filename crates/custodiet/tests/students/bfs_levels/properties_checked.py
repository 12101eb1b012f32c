# correct
from itertools import combinations


def is_valid(edges, start, levels):
    if not levels or levels[0] != {start}:
        return False
    if any(not level for level in levels):
        return False
    if any(a & b for a, b in combinations(levels, 2)):
        return False
    depth = {v: i for i, level in enumerate(levels) for v in level}
    # every edge leads at most one level down, and everything has a parent right above
    for a, b in edges:
        if a in depth and depth.get(b, len(edges) + 5) > depth[a] + 1:
            return False
    return all(i == 0 or any((u, v) in edges for u in levels[i - 1]) for v, i in depth.items())
