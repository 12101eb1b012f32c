def is_valid(edges, order):
    nodes = {v for e in edges for v in e}
    if len(order) != len(nodes) or len(set(order)) != len(order):
        return False
    paths = {a: {b for x, b in edges if x == a} for a in nodes}
    for k in nodes:
        for a in nodes:
            if k in paths[a]:
                paths[a] |= paths[k]
    return not any(
        order[i] in paths.get(order[j], ()) for i in range(len(order)) for j in range(i + 1, len(order))
    )
