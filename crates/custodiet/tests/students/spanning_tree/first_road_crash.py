# faulty: raises IndexError if no road is chosen
def is_valid(roads, chosen):
    cities = {c for r in roads for c in (r.one, r.other)}
    reached = {chosen[0].one}
    for _ in range(len(chosen)):
        for r in chosen:
            if r.one in reached:
                reached.add(r.other)
            elif r.other in reached:
                reached.add(r.one)
    if reached != cities or len(chosen) != len(cities) - 1 or any(r not in roads for r in chosen):
        return False
    total, comp = 0, {c: c for c in cities}
    for r in sorted(roads, key=lambda r: r[2]):
        if comp[r.one] != comp[r.other]:
            old, new = comp[r.one], comp[r.other]
            comp = {c: new if k == old else k for c, k in comp.items()}
            total += r.cost
    return total == sum(r.cost for r in chosen)
