# correct
def is_valid(edges, order):
    pending = list(order)
    graph = {v: {a for a, b in edges if b == v} for e in edges for v in e}
    while pending:
        if (needs := graph.pop(v := pending.pop(0), None)) is None or needs:
            return False
        for parents in graph.values():
            parents -= {v}
    return not graph
