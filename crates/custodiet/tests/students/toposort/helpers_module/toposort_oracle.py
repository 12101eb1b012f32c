# faulty: accepts duplicated vertices at the right length of the set
from helpers import all_nodes, index_of


def is_valid(edges, order):
    nodes = all_nodes(edges)
    if nodes != set(order):
        return False
    return all(index_of(order, u) < index_of(order, v) for u, v in edges)
