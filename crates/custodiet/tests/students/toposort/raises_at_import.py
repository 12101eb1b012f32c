# broken: raises NameError when it is loaded
TESTS = [([(1, 2)], [1, 2]), ([(1, 2)], [2, 1])]
RESULTS = [check(e, o) for e, o in TESTS]


def is_valid(edges, order):
    verts = {v for e in edges for v in e}
    return verts == set(order)
