# faulty: raises KeyError on vertices in no edge
class HasVertices:
    def vertices(self):
        return {v for e in self.edges for v in e}


class HasParents:
    def parents(self):
        table = {v: [] for v in self.vertices()}
        for a, b in self.edges:
            table[b].append(a)
        return table


class Oracle(HasVertices, HasParents):
    def __init__(self, edges):
        super().__init__()
        self.edges = edges

    def accepts(self, order):
        table = self.parents()
        if len(order) != len(table):
            return False
        seen = set()
        for v in order:
            if v in seen or not all(p in seen for p in table[v]):
                return False
            seen.add(v)
        return True


def is_valid(edges, order):
    return Oracle(edges).accepts(order)
