# correct
def is_valid(edges, start, levels):
    graph = {}
    for a, b in edges:
        graph.setdefault(a, []).append(b)
    current = [start]
    visited = [start]
    i = 0
    while current:
        if i == len(levels) or sorted(levels[i], key=str) != sorted(current, key=str):
            return False
        following = []
        for v in current:
            for w in graph.get(v, []):
                if w not in visited:
                    visited.append(w)
                    following.append(w)
        current = following
        i += 1
    return i == len(levels)
