# correct
def bfs(edges, start):
    levels = []
    seen = {start}
    frontier = {start}
    while frontier:
        levels.append(frontier)
        nxt = set()
        for u, v in edges:
            if u in frontier and v not in seen:
                nxt.add(v)
        seen |= nxt
        frontier = nxt
    return levels


def is_valid(edges, start, levels):
    return bfs(edges, start) == levels
