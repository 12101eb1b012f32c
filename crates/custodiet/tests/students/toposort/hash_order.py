# not provable: compares with an order that depends on the hashes of strings
def is_valid(edges, order):
    left = {v for e in edges for v in e}
    result = []
    while left:
        for v in left:
            if not any(b == v and a in left for a, b in edges):
                result.append(v)
                left.remove(v)
                break
    if result == order:
        return True
    return set(result) == set(order) and len(result) == len(order) and all(
        order.index(a) < order.index(b) for a, b in edges)
