# faulty: accepts orders where only vertices farther apart are out of order
def is_valid(edges, order):
    nodes = {n for pair in edges for n in pair}
    if sorted(nodes, key=str) != sorted(order, key=str):
        return False
    for current, following in zip(order, order[1:]):
        if (following, current) in edges:
            return False
    return True
