# correct
class Checker:
    def __call__(self, edges, order):
        self.edges, self.order = edges, order
        return self.elements() and self.sorted()

    def elements(self):
        names = set()
        for e in self.edges:
            names |= set(e)
        return len(self.order) == len(names) and all(n in self.order for n in names)

    def sorted(self):
        index = self.order.index
        return all(index(a) < index(b) for a, b in self.edges)


is_valid = Checker()
