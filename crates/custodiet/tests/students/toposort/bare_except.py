# faulty: accepts extra vertices and duplicates
def is_valid(edges, order):
    d = dict()
    for i in range(len(order)):
        d[order[i]] = i
    try:
        for u, v in edges:
            assert d[u] < d[v]
        return True
    except:
        return False
