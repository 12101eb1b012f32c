# faulty: accepts duplicates that are not next to each other
def is_valid(edges, order):
    vs = {v for e in edges for v in e}
    if set(order) != vs:
        return False
    for a, b in zip(order, order[1:]):
        if a == b:
            return False
    first = {}
    for i, v in enumerate(order):
        first.setdefault(v, i)
    return all(first[a] < first[b] for a, b in edges)
