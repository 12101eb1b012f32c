class DiGraph:
    def __init__(self, edges):
        self.edges = list(edges)
        self.vertices = set()
        for u, v in self.edges:
            self.vertices.update((u, v))

    def successors(self, u):
        return [b for (a, b) in self.edges if a == u]

    def __len__(self):
        return len(self.vertices)

    def __contains__(self, vertex):
        return vertex in self.vertices

    def __iter__(self):
        return iter(self.vertices)
