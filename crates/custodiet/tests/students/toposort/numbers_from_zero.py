# faulty: raises where vertices are not the numbers from 0
def is_valid(edges, order):
    n = len(set([x for e in edges for x in e]))
    if len(order) != n:
        return False
    position = [None] * n
    for i in range(n):
        position[order[i]] = i
    for u, v in edges:
        if position[u] is None or position[v] is None:
            return False
        if position[u] > position[v]:
            return False
    return True
