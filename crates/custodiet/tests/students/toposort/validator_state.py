# correct
from typing import List, Tuple, Set, Any


class ToposortValidator:
    def __init__(self, edges: List[Tuple[Any, Any]]):
        self.edges = edges
        self.seen: Set[Any] = set()
        self.errors: List[str] = []
        self.vertices = set(u for u, _ in edges).union(v for _, v in edges)

    def prerequisites(self, vertex):
        return {u for (u, v) in self.edges if v == vertex}

    def visit(self, vertex):
        if vertex not in self.vertices:
            self.errors.append("unknown vertex {}".format(vertex))
        if vertex in self.seen:
            self.errors.append("vertex {} appears twice".format(vertex))
        missing = self.prerequisites(vertex) - self.seen
        if missing:
            self.errors.append("vertex {} comes before {}".format(vertex, missing))
        self.seen.add(vertex)

    def finish(self):
        if self.seen != self.vertices:
            self.errors.append("missing: {}".format(self.vertices - self.seen))

    def validate(self, order):
        for vertex in order:
            self.visit(vertex)
        self.finish()
        return len(self.errors) == 0


def is_valid(edges, order):
    return ToposortValidator(edges).validate(order)
