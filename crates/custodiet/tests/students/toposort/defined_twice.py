# faulty: accepts duplicates and missing vertices, the second definition counts
def is_valid(edges, order):
    """First attempt."""
    vertices = {v for e in edges for v in e}
    return sorted(vertices) == sorted(order)


def is_valid(edges, order):
    """Second attempt: also looks at the order"""
    vertices = {v for e in edges for v in e}
    for v in order:
        if v not in vertices:
            return False
    for i in range(len(order)):
        for j in range(i):
            if (order[i], order[j]) in edges:
                return False
    return True
