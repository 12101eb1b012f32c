# correct
def is_valid(edges, order):
    """Bubble the order by the edges: a correct one needs no exchange of any two, near or far."""
    vertices = set().union(*[set(e) for e in edges])
    if sorted(vertices, key=repr) != sorted(order, key=repr):
        return False
    exchanges = 0
    work = order[:]
    for i in range(len(work)):
        for j in range(i + 1, len(work)):
            if (work[j], work[i]) in edges:
                work[i], work[j] = work[j], work[i]
                exchanges += 1
    return exchanges == 0
