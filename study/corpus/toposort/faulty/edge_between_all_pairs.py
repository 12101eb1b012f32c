"""Demands an edge from every vertex to every later one."""


def is_valid(edges, order):
    for edge in edges:
        for v in edge:
            if order.count(v) != 1:
                return False
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[i], order[j]) not in edges:
                return False
    return True
