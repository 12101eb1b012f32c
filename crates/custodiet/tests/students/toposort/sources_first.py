# faulty: accepts orders with only the sources in front; rejects orders where a source comes later
def is_valid(edges, order):
    sources = {a for a, _ in edges} - {b for _, b in edges}
    verts = {a for a, _ in edges} | {b for _, b in edges}
    if len(order) != len(verts) or set(order) != verts:
        return False
    k = len(sources)
    return set(order[:k]) == sources
