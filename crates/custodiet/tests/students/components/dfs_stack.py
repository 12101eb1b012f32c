# correct
def explore(graph, city):
    stack, seen = [city], set()
    while stack:
        c = stack.pop()
        if c in seen:
            continue
        seen.add(c)
        stack.extend(graph[c])
    return frozenset(seen)


def is_valid(roads, components):
    graph = {}
    for a, b in roads:
        graph.setdefault(a, []).append(b)
        graph.setdefault(b, []).append(a)
    return {explore(graph, c) for c in graph} == components
