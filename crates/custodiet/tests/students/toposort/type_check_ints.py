# faulty: rejects every order of strings
def is_valid(edges: list[tuple[int, int]], order: list[int]) -> bool:
    # check types first
    for v in order:
        if not isinstance(v, int):
            return False
    vertices = {v for e in edges for v in e}
    if vertices ^ set(order):
        return False
    if len(order) - len(vertices):
        return False
    for u, v in edges:
        if not order.index(u) < order.index(v):
            return False
    return True
