# correct
import unittest


def is_valid(edges, order):
    vertices = {}
    for u, v in edges:
        vertices[u] = vertices[v] = True
    for v in order:
        if not vertices.pop(v, False):
            return False
        for a, b in edges:
            if a == v and b not in vertices:
                return False
    return not vertices


class TestIsValid(unittest.TestCase):
    def test_empty(self):
        self.assertTrue(is_valid([], []))

    def test_chain(self):
        self.assertTrue(is_valid([(1, 2), (2, 3)], [1, 2, 3]))
        self.assertFalse(is_valid([(1, 2), (2, 3)], [2, 1, 3]))

    def test_repeated(self):
        self.assertFalse(is_valid([(1, 2)], [1, 2, 2]))


if __name__ == "__main__":
    unittest.main()
