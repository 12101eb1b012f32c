# correct
def kruskal(roads):
    parent = {}

    def find(x):
        parent.setdefault(x, x)
        if parent[x] != x:
            parent[x] = find(parent[x])
        return parent[x]

    total = 0
    for a, b, cost in sorted(roads, key=lambda r: r.cost):
        ra, rb = find(a), find(b)
        if ra != rb:
            parent[ra] = rb
            total += cost
    return total, set(parent)


def is_valid(roads, chosen):
    total, cities = kruskal(roads)
    if len(chosen) != len(cities) - 1:
        return False
    if any(r not in roads for r in chosen) or len(set(chosen)) != len(chosen):
        return False
    seen = {chosen[0].one}
    for _ in chosen:
        for r in chosen:
            if r.one in seen or r.other in seen:
                seen |= {r.one, r.other}
    return seen == cities and sum(r.cost for r in chosen) == total
