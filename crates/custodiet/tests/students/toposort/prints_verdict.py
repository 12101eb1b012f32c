# faulty: returns None, only prints the verdict
def is_valid(edges, order):
    ok = True
    verts = set()
    for a, b in edges:
        verts |= {a, b}
    if set(order) != verts or len(order) != len(verts):
        ok = False
    else:
        for a, b in edges:
            if order.index(a) > order.index(b):
                ok = False
    if ok:
        print("valid!")
    else:
        print("not valid")
