# faulty: rejects orders other than the one Kahn's algorithm finds
from collections import deque, defaultdict


def topological_sort(edges):
    graph = defaultdict(list)
    indegree = defaultdict(int)
    nodes = []
    for u, v in edges:
        graph[u].append(v)
        indegree[v] += 1
        for n in (u, v):
            if n not in nodes:
                nodes.append(n)
    q = deque(n for n in nodes if indegree[n] == 0)
    result = []
    while q:
        n = q.popleft()
        result.append(n)
        for m in graph[n]:
            indegree[m] -= 1
            if indegree[m] == 0:
                q.append(m)
    return result


def is_valid(edges, order):
    return topological_sort(edges) == order
