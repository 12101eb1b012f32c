"""Demands the order of breadth-first search, by the shortest distance from a start."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    distance = {v: 0 for v in vertices - {b for _, b in edges}}
    layer = list(distance)
    while layer:
        following = []
        for v in layer:
            for a, b in edges:
                if a == v and b not in distance:
                    distance[b] = distance[v] + 1
                    following.append(b)
        layer = following
    for i in range(1, len(order)):
        if distance[order[i]] < distance[order[i - 1]]:
            return False
    return True
