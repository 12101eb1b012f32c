# correct
def is_valid(edges, order):
    for i, v in enumerate(order):
        for u, w in edges:
            if v == u or v == w:
                break
        else:
            return False  # not a vertex of the graph
        if v in order[i + 1:]:
            return False
    for u, w in edges:
        for v in order:
            if v == w:
                return False  # target comes first, or source never comes
            if v == u:
                break
        else:
            return False
        if w not in order:
            return False
    return True
