def is_valid(edges, order):
    for i, v in enumerate(order):
        before = order[:i]
        for src, dst in edges:
            if dst == v and before.count(src) != 1:
                return False
    return True
