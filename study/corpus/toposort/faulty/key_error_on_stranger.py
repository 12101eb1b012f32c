"""Looks up what a vertex waits for without knowing that it is in the graph (KeyError)."""


def is_valid(edges, order):
    indegree = {}
    for a, b in edges:
        indegree.setdefault(a, 0)
        indegree[b] = indegree.get(b, 0) + 1
    for vertex in order:
        if indegree[vertex] != 0:
            return False
        indegree[vertex] = -1
        for a, b in edges:
            if a == vertex:
                indegree[b] -= 1
    return all(count == -1 for count in indegree.values())
