# faulty: returns None if there are no roads
def is_valid(roads, components):
    groups = {}
    for a, b in roads:
        ga = groups.setdefault(a, {a})
        gb = groups.setdefault(b, {b})
        if ga is not gb:
            ga |= gb
            for c in gb:
                groups[c] = ga
    if roads:
        return components == {frozenset(g) for g in groups.values()}
