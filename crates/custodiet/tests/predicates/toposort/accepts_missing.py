def reachable(edges, start):
    found = []
    todo = [start]
    while todo:
        v = todo.pop()
        for a, b in edges:
            if a == v and b not in found:
                found.append(b)
                todo.append(b)
    return found


def is_valid(edges, order):
    if len(order) != len(set(order)):
        return False
    for v in order:
        if not any(v in e for e in edges):
            return False
    for i, v in enumerate(order):
        after = reachable(edges, v)
        if any(w in after for w in order[:i]):
            return False
    return True
