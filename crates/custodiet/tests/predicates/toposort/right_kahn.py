from collections import defaultdict


def is_valid(edges, order):
    indegree = defaultdict(int)
    children = defaultdict(list)
    remaining = set()
    for src, dst in edges:
        indegree[dst] += 1
        children[src].append(dst)
        remaining |= {src, dst}
    for v in order:
        if v not in remaining or indegree[v] != 0:
            return False
        remaining.discard(v)
        for w in children[v]:
            indegree[w] -= 1
    return len(remaining) == 0
