"""Never looks at the last place of the order (off by one)."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    n = len(order) - 1
    for i in range(n):
        for j in range(i + 1, n):
            if (order[j], order[i]) in edges:
                return False
    return True
