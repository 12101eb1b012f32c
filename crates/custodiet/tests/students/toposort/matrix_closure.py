# correct
# Floyd-Warshall on a boolean matrix, then compare every pair of positions
def is_valid(edges, order):
    labels = []
    for u, v in edges:
        if u not in labels:
            labels.append(u)
        if v not in labels:
            labels.append(v)
    n = len(labels)
    if n != len(order):
        return False
    reach = [[False] * n for _ in range(n)]
    for u, v in edges:
        reach[labels.index(u)][labels.index(v)] = True
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if reach[i][k] and reach[k][j]:
                    reach[i][j] = True
    ids = []
    for v in order:
        if v not in labels:
            return False
        ids.append(labels.index(v))
    used = [0] * n
    for x in ids:
        used[x] += 1
    if used != [1] * n:
        return False
    for i in range(n):
        for j in range(i):
            if reach[ids[i]][ids[j]]:
                return False
    return True
