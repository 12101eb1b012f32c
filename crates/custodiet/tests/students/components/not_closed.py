# faulty: accepts components split into parts
def is_valid(roads, components):
    cities = set()
    for a, b in roads:
        cities.add(a)
        cities.add(b)
    total = 0
    for comp in components:
        total += len(comp)
        if len(comp) == 0:
            return False
        start = list(comp)[0]
        reached = {start}
        for _ in roads:
            for a, b in roads:
                if a in reached or b in reached:
                    reached |= {a, b}
        if not comp.issubset(reached):
            return False
    return total == len(cities) and {c for comp in components for c in comp} == cities
