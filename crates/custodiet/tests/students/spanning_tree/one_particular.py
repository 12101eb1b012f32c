# faulty: rejects other trees of the same cost
def is_valid(roads, chosen):
    groups = {}
    tree = set()
    for r in sorted(roads, key=lambda r: (r.cost, r.one, r.other)):
        a = groups.setdefault(r.one, {r.one})
        b = groups.setdefault(r.other, {r.other})
        if a is not b:
            a.update(b)
            for city in b:
                groups[city] = a
            tree.add(r)
    return tree == set(chosen) and len(chosen) == len(tree)
