# correct
class UnionFind:
    def __init__(self):
        self.parent = {}

    def find(self, x):
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        self.parent[self.find(a)] = self.find(b)


def is_valid(roads, components):
    uf = UnionFind()
    for a, b in roads:
        uf.union(a, b)
    groups = {}
    for city in uf.parent:
        groups.setdefault(uf.find(city), set()).add(city)
    return components == set(frozenset(g) for g in groups.values())
