# faulty: accepts duplicates of the last vertices and missing ones
def is_valid(edges, order):
    indegree = {}
    for a, b in edges:
        indegree[a] = indegree.get(a, 0)
        indegree[b] = indegree.get(b, 0) + 1
    for v in order:
        if v not in indegree:
            return False
        if indegree[v] > 0:
            return False
        for a, b in edges:
            if a == v:
                indegree[b] -= 1
    return True
