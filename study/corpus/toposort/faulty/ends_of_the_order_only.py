"""Checks the order only for the first and the last vertex."""


def is_valid(edges, order):
    sources = [a for a, _ in edges]
    targets = [b for _, b in edges]
    if set(order) != set(sources + targets) or len(set(order)) != len(order):
        return False
    if not order:
        return True
    return order[0] not in targets and order[-1] not in sources
