# faulty: accepts extra vertices
class Base:
    def __init__(self, order):
        self.order = order

    def ok(self):
        return len(self.order) == len(set(self.order))


class WithEdges(Base):
    def __init__(self, edges, order):
        super().__init__(order)
        self.edges = edges

    def ok(self):
        if not super().ok():
            return False
        for a, b in self.edges:
            if a not in self.order or b not in self.order:
                return False
            if self.order.index(a) > self.order.index(b):
                return False
        return True


def is_valid(edges, order):
    return WithEdges(edges, order).ok()
