# correct
def is_valid(edges, order):
    remaining = edges[:]
    todo = []
    for pair in edges:
        for v in pair:
            if todo.count(v) == 0:
                todo.append(v)
    k = 0
    while k < len(order):
        v = order[k]
        if v not in todo:
            return False
        for pair in remaining:
            if pair[1] == v:
                return False
        j = 0
        while j < len(remaining):
            if remaining[j][0] == v:
                remaining.pop(j)
            else:
                j += 1
        todo.remove(v)
        k += 1
    if len(todo) == 0:
        return True
    else:
        return False
