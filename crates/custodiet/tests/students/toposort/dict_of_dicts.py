# correct
def is_valid(edges, order):
    graph = {}
    for u, v in edges:
        graph.setdefault(u, {"in": set(), "out": set()})["out"].add(v)
        graph.setdefault(v, {"in": set(), "out": set()})["in"].add(u)
    for v in order:
        info = graph.pop(v, None)
        if info is None or info["in"]:
            return False
        for w in info["out"]:
            graph[w]["in"].discard(v)
    return graph == {}
