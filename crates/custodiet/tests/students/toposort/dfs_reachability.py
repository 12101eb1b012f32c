# correct
import sys
sys.setrecursionlimit(10000)


def build(edges):
    adj = {}
    for u, v in edges:
        if u not in adj:
            adj[u] = []
        if v not in adj:
            adj[v] = []
        adj[u].append(v)
    return adj


def reachable(adj, start, target, visited=None):
    if visited is None:
        visited = set()
    if start in visited:
        return False
    visited.add(start)
    for nxt in adj[start]:
        if nxt == target or reachable(adj, nxt, target, visited):
            return True
    return False


def is_valid(edges, order):
    adj = build(edges)
    if len(order) != len(adj):
        return False
    for v in order:
        if v not in adj:
            return False
    # nothing later may reach something earlier
    n = len(order)
    for i in range(n):
        for j in range(i, n):
            if i != j and order[i] == order[j]:
                return False
            if reachable(adj, order[j], order[i]):
                return False
    return True
