def same_vertices(graph, order):
    return all(v in graph for v in order) and all(v in order for v in graph)


def no_repeats(order):
    return len(order) == len(dict.fromkeys(order))


def edges_forward(graph, order):
    for i, v in enumerate(order):
        for w in graph.successors(v):
            if w in order[: i + 1]:
                return False
    return True
