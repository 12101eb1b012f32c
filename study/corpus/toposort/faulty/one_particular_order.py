"""Compares with the one order that its own sort finds."""


def toposort(edges):
    vertices = []
    for edge in edges:
        for v in edge:
            if v not in vertices:
                vertices.append(v)
    result = []
    for _ in range(len(vertices)):
        for v in vertices:
            if not any(b == v and a in vertices for a, b in edges):
                result.append(v)
                vertices.remove(v)
                break
    return result


def is_valid(edges, order):
    return order == toposort(edges)
