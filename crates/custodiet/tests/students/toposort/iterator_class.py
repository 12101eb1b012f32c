# correct
class Peeler:
    """Iterates over a graph: send it a vertex to take off."""

    def __init__(self, edges):
        self.edges = set(edges)
        self.left = {v for e in edges for v in e}

    def take(self, v):
        if v not in self.left or any(b == v for _, b in self.edges):
            raise StopIteration
        self.left.discard(v)
        self.edges = {(a, b) for a, b in self.edges if a != v}

    def __len__(self):
        return len(self.left)


def is_valid(edges, order):
    peeler = Peeler(edges)
    try:
        for v in order:
            peeler.take(v)
    except StopIteration:
        return False
    return len(peeler) == 0
