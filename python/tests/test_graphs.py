"""`closure` and `reachable` against their definitions."""

import doctest
import random
import unittest

import custodiet.graphs
from custodiet import closure, reachable


def composed(edges):
    """The closure by definition: compose until nothing is added."""
    pairs = set(edges)
    while True:
        more = pairs | {(a, d) for a, b in pairs for c, d in pairs if b == c}
        if more == pairs:
            return pairs
        pairs = more


class Graphs(unittest.TestCase):
    def test_random_graphs(self):
        rng = random.Random(7)
        for _ in range(500):
            edges = [(rng.randrange(6), rng.randrange(6)) for _ in range(rng.randrange(10))]
            expected = composed(edges)
            self.assertEqual(closure(edges), expected)
            for start in range(7):
                self.assertEqual(reachable(edges, start), {b for a, b in expected if a == start})

    def test_a_vertex_reaches_itself_only_on_a_cycle(self):
        self.assertEqual(reachable([("a", "b")], "a"), {"b"})
        self.assertEqual(reachable([("a", "b"), ("b", "a")], "a"), {"a", "b"})
        self.assertEqual(closure([("a", "a")]), {("a", "a")})

    def test_any_iterable_of_pairs(self):
        self.assertEqual(closure(edge for edge in [(1, 2), (2, 3)]), {(1, 2), (2, 3), (1, 3)})
        self.assertEqual(closure({(1, 2): None}), {(1, 2)})
        self.assertEqual(closure([]), set())
        self.assertEqual(reachable([], 1), set())

    def test_elements_that_are_not_pairs_raise(self):
        self.assertRaises(ValueError, closure, [(1, 2, 3)])
        self.assertRaises(TypeError, closure, [1])
        self.assertRaises(TypeError, reachable, [([], 1)], 1)

    def test_examples_in_the_documentation(self):
        self.assertEqual(doctest.testmod(custodiet.graphs).failed, 0)
        self.assertGreater(doctest.testmod(custodiet.graphs).attempted, 1)
