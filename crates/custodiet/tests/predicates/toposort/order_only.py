from itertools import combinations


def is_valid(edges, order):
    before = set(edges)
    grew = True
    while grew:
        new = {(a, d) for a, b in before for c, d in before if b == c}
        grew = not new <= before
        before |= new
    for x, y in combinations(order, 2):
        if (y, x) in before:
            return False
    return True
