def is_valid(edges, order):
    for a, b in edges:
        if a not in order or b not in order:
            return False
    for i, later in enumerate(order):
        for earlier in order[:i]:
            if (later, earlier) in edges:
                return False
    return True
