# correct
vertices = lambda edges: {v for e in edges for v in e}
unique = lambda xs: len(xs) == len(set(xs))
forward = lambda edges, order: all(a in order[: order.index(b)] for a, b in edges)

is_valid = lambda edges, order: unique(order) and set(order) == vertices(edges) and forward(edges, order)
