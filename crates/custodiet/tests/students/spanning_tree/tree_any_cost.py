# faulty: accepts trees that are not cheapest
def is_valid(roads, chosen):
    parent = {}
    for r in roads:
        parent[r.one] = r.one
        parent[r.other] = r.other

    def root(x):
        while parent[x] != x:
            x = parent[x]
        return x

    for r in chosen:
        if r not in roads:
            return False
        a, b = root(r.one), root(r.other)
        if a == b:
            return False
        parent[a] = b
    return len(chosen) == len(parent) - 1
