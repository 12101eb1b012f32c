"""Only looks at the edges, so it accepts repeats and vertices that no edge has."""


def is_valid(edges, order):
    for source, target in edges:
        if source not in order or target not in order:
            return False
        if order.index(source) > order.index(target):
            return False
    return True
