# correct
WHITE, GRAY, BLACK = 0, 1, 2


def is_valid(edges, order):
    color = {}
    for e in edges:
        color[e[0]] = WHITE
        color[e[1]] = WHITE
    if len(color) != len(order):
        return False
    for v in order:
        if color.get(v) != WHITE:
            return False
        color[v] = GRAY
        for e in edges:
            if e[1] == v and color[e[0]] != BLACK:
                return False
        color[v] = BLACK
    return True
