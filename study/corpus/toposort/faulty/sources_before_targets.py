"""Demands all sources before all targets, so a chain has no order."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    if not edges:
        return True
    sources = [order.index(a) for a, _ in edges]
    targets = [order.index(b) for _, b in edges]
    return max(sources) < min(targets)
