"""Demands only that there are enough entries, so repeats hide missing vertices."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    enough = len(order) >= len(vertices)
    known = all(v in vertices for v in order)
    good = True
    for i, v in enumerate(order):
        for w in order[i + 1:]:
            if (w, v) in edges:
                good = False
    return enough and known and good
