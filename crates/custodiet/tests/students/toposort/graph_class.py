# correct
from collections import defaultdict


class Graph:
    """A directed graph stored as adjacency lists."""

    def __init__(self):
        self.adj = defaultdict(list)
        self.nodes = set()

    def add_edge(self, u, v):
        self.adj[u].append(v)
        self.nodes.add(u)
        self.nodes.add(v)

    @classmethod
    def from_edges(cls, edges):
        g = cls()
        for u, v in edges:
            g.add_edge(u, v)
        return g

    def indegrees(self):
        deg = {n: 0 for n in self.nodes}
        for u in self.adj:
            for v in self.adj[u]:
                deg[v] += 1
        return deg


def is_valid(edges, order):
    g = Graph.from_edges(edges)
    if len(order) != len(g.nodes):
        return False
    deg = g.indegrees()
    for v in order:
        if v not in deg or deg[v] != 0:
            return False
        for w in g.adj[v]:
            deg[w] -= 1
        del deg[v]
    return len(deg) == 0
