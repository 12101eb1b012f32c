# correct
def all_orders(edges):
    """Generates every topological order by backtracking."""
    verts = []
    for e in edges:
        for v in e:
            if v not in verts:
                verts.append(v)
    indeg = {v: sum(1 for _, b in edges if b == v) for v in verts}
    path = []

    def go():
        if len(path) == len(verts):
            yield list(path)
            return
        for v in verts:
            if indeg[v] == 0 and v not in path:
                path.append(v)
                for a, b in edges:
                    if a == v:
                        indeg[b] -= 1
                yield from go()
                for a, b in edges:
                    if a == v:
                        indeg[b] += 1
                path.pop()

    return go()


def is_valid(edges, order):
    if len(order) > 2 * len(edges):
        return False
    # only follow the branch that agrees with `order`
    verts = {v for e in edges for v in e}
    if len(verts) > 6:
        done = set()
        for v in order:
            if v not in verts or v in done or any(b == v and a not in done for a, b in edges):
                return False
            done.add(v)
        return done == verts
    return any(candidate == order for candidate in all_orders(edges))
