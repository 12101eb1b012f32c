# faulty: rejects components that a later road joins; accepts them unjoined
def is_valid(roads, components):
    comps = []
    for a, b in roads:
        placed = False
        for c in comps:
            if a in c or b in c:
                c.add(a)
                c.add(b)
                placed = True
                break
        if not placed:
            comps.append({a, b})
    return set(map(frozenset, comps)) == components
