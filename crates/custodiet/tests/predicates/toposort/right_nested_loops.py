def is_valid(edges: list, order: list) -> bool:
    nodes = []
    for edge in edges:
        for node in edge:
            if node not in nodes:
                nodes.append(node)
    if len(nodes) != len(order):
        return False
    for node in nodes:
        if order.count(node) != 1:
            return False
    for i in range(len(order)):
        for j in range(i):
            if (order[i], order[j]) in edges:
                return False
    return True
