# faulty: returns None for valid orders
def is_valid(edges, order):
    nodes = set([a for a, b in edges] + [b for a, b in edges])
    if len(nodes) != len(order):
        return False
    for n in nodes:
        if n not in order:
            return False
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
