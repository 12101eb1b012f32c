# faulty: accepts roads that do not connect all cities, and trees that are not cheapest
def is_valid(roads, chosen):
    cities = set()
    for r in roads:
        cities.add(r.one)
        cities.add(r.other)
    for r in chosen:
        if r not in roads:
            return False
    touched = set()
    for r in chosen:
        touched |= {r.one, r.other}
    return len(chosen) == len(cities) - 1 and touched == cities
