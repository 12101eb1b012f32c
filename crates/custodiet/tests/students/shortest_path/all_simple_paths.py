# correct
def routes(roads, start, goal, visited=()):
    if start == goal:
        yield 0, [goal]
        return
    for road in roads:
        if road.source == start and road.target not in visited:
            for n, rest in routes(roads, road.target, goal, (*visited, start)):
                yield n + road.length, [start, *rest]


def is_valid(roads, start, goal, path):
    if len(roads) > 8:
        return large(roads, start, goal, path)
    found = list(routes(roads, start, goal))
    if not found:
        return path is None
    shortest = min(n for n, _ in found)
    return path in [p for n, p in found if n == shortest]


def large(roads, start, goal, path):
    d = {start: 0}
    for _ in range(len(roads)):
        for r in roads:
            if r.source in d:
                d[r.target] = min(d.get(r.target, 10**9), d[r.source] + r.length)
    if path is None:
        return goal not in d
    if path[:1] != [start] or path[-1:] != [goal]:
        return False
    n = 0
    for a, b in zip(path, path[1:]):
        fitting = [r.length for r in roads if (r.source, r.target) == (a, b)]
        if not fitting:
            return False
        n += fitting[0]
    return n == d[goal]
