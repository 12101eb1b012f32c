# faulty: accepts paths that are not shortest
def is_valid(roads, start, goal, path):
    seen = {start}
    todo = [start]
    while todo:
        t = todo.pop()
        for r in roads:
            if r.source == t and r.target not in seen:
                seen.add(r.target)
                todo.append(r.target)
    if path is None:
        return goal not in seen
    if not path:
        return False
    if path[0] != start or path[-1] != goal:
        return False
    return all(any(r.source == a and r.target == b for r in roads) for a, b in zip(path, path[1:]))
