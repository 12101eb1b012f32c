"""The main problems on every pair of a small scope: no bucket but those listed, and the reference agrees."""

import unittest
from itertools import combinations, permutations, product

import problems
import witnesses
from pairs import Classifier


def lists(elements, longest):
    return [list(each) for length in range(longest + 1) for each in product(elements, repeat=length)]


class Exhaustive(unittest.TestCase):
    def check(self, name, table, pairs, reached):
        """Every pair is in a bucket of the table, and `reached` of these buckets occur."""
        module = problems.load(name)
        classifier = Classifier(module)
        found = set()
        for values in pairs:
            pair = dict(zip(module.is_valid.__annotations__, values))
            if not classifier.applies(pair):
                continue
            bucket = classifier.bucket(pair)
            found.add("-".join(map(str, bucket)) or "allprop")
            self.assertIn(module.is_valid(**pair), (None, classifier.correct(bucket)), pair)
        self.assertEqual(found - table.keys(), set())
        self.assertEqual(len(found), reached)

    def test_toposort(self):
        """Four vertices, three edges, four in the output; all graphs, as sorted lists of edges."""
        edges = [(a, b) for a in range(4) for b in range(4)]
        graphs = [list(each) for count in range(4) for each in combinations(edges, count)]
        acyclic = [graph for graph in graphs if problems.load("toposort").acyclic(graph)]
        self.check("toposort", witnesses.TOPOSORT, product(acyclic, lists(range(4), 4)), reached=34)

    def test_sortacle(self):
        """Two names, two ages, up to three people in and out."""
        people = [problems.load("sortacle").Person(name, age) for name in "ab" for age in range(2)]
        self.check("sortacle", witnesses.SORTACLE, product(lists(people, 3), lists(people, 3)), reached=21)

    def test_matcher(self):
        """Two companies, two candidates, two outsiders on each side, up to four hires."""
        hire = problems.load("matcher").Hire
        hires = [hire(company, candidate) for company in range(4) for candidate in range(4)]
        outputs = [set(each) for count in range(5) for each in combinations(hires, count)]
        rankings = [list(each) for each in permutations(range(2))]
        sides = [list(each) for each in product(rankings, repeat=2)]
        self.check("matcher", witnesses.MATCHER, product([sides[0], sides[1], sides[3]], sides, outputs), reached=43)
