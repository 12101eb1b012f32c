def is_valid(edges, order):
    nodes = set()
    succ = {}
    for a, b in edges:
        nodes.add(a)
        nodes.add(b)
        succ.setdefault(a, []).append(b)
    if len(order) != len(nodes):
        return False

    def leads(a, b):
        return any(n == b or leads(n, b) for n in succ.get(a, []))

    for i in range(len(order)):
        for j in range(i):
            if leads(order[i], order[j]):
                return False
    return True
