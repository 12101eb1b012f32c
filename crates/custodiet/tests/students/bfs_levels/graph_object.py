# correct
class Graph:
    def __init__(self, edges):
        self.successors = {}
        for a, b in edges:
            self.successors.setdefault(a, set()).add(b)

    def step(self, vertices):
        result = set()
        for v in vertices:
            result.update(self.successors.get(v, ()))
        return result

    def levels(self, start):
        level, done = {start}, set()
        while level:
            yield level
            done |= level
            level = self.step(level) - done


def is_valid(edges, start, levels):
    expected = Graph(edges).levels(start)
    for given in levels:
        if given != next(expected, None):
            return False
    return next(expected, None) is None
