# faulty: accepts missing vertices
def is_valid(edges, order):
    vs = set([a for a, _ in edges]) | set([b for _, b in edges])
    if set(order) - vs:
        return False
    if len(order) != len(set(order)):
        return False
    before = set()
    for v in order:
        after = {b for a, b in edges if a == v}
        if after & before:
            return False
        before.add(v)
    return True
