# correct: its global tables are cleared on every call
position = {}
vertices = set()


def reset():
    position.clear()
    vertices.clear()


def load(edges, order):
    global vertices
    for e in edges:
        vertices = vertices.union(e)
    for i in range(len(order)):
        position[order[i]] = i


def is_valid(edges, order):
    global vertices
    reset()
    vertices = set()
    load(edges, order)
    if len(position) != len(order) or vertices != position.keys():
        return False
    for (a, b) in edges:
        if position[a] > position[b]:
            return False
    return True
