# correct
def is_valid(edges, order):
    return (len(set(order)) == len(order)
            and set(order) == {x for e in edges for x in e}
            and all(order.index(a) < order.index(b) for a, b in edges))
