# faulty: accepts orders that break an edge, keeps one edge per source
def is_valid(edges, order):
    next_of = dict(edges)
    vs = set(next_of) | {b for _, b in edges}
    if sorted(map(str, vs)) != sorted(map(str, order)):
        return False
    for i, v in enumerate(order):
        if v in next_of and next_of[v] in order[:i]:
            return False
    return True
