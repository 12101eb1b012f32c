# correct
def total_of_mst(roads):
    comp = {}
    for r in roads:
        comp[r.one] = r.one
        comp[r.other] = r.other
    ranked = sorted(range(len(roads)), key=lambda i: roads[i].cost)
    total = 0
    while len(set(comp.values())) > 1:
        best = {}
        for i in ranked:
            a, b = comp[roads[i].one], comp[roads[i].other]
            if a != b:
                best.setdefault(a, i)
                best.setdefault(b, i)
        for i in set(best.values()):
            a, b = comp[roads[i].one], comp[roads[i].other]
            if a != b:
                total += roads[i].cost
                comp = {c: a if k == b else k for c, k in comp.items()}
    return total


def is_tree(cities, chosen):
    if len(chosen) != len(cities) - 1:
        return False
    found = {chosen[0].one}
    frontier = [chosen[0].one]
    while frontier:
        city = frontier.pop()
        for r in chosen:
            for x, y in ((r.one, r.other), (r.other, r.one)):
                if x == city and y not in found:
                    found.add(y)
                    frontier.append(y)
    return found == cities


def is_valid(roads, chosen):
    cities = {r.one for r in roads} | {r.other for r in roads}
    if any(c not in roads for c in chosen) or not is_tree(cities, chosen):
        return False
    return sum(c.cost for c in chosen) == total_of_mst(roads)
