"""Functional inputs, against all outputs of small scopes."""

import unittest
from unittest import mock

import helpers  # noqa: F401  (first: it puts the study on the path)

import functional
import literals
import scopes
from problem import load

# Large enough that the scope contains every correct output of its inputs.
SMALL = {
    "toposort": dict(vertices=4, edges=2, order=4),
    "sortacle": dict(names=2, ages=2, people_in=3, people_out=3),
    "matcher": dict(side=2, ids=2, hires=2),
    "dedupe": dict(items=3, length=3, kept=3),
    "merge": dict(numbers=3, left=2, right=2, merged=4),
    "intervals": dict(starts=3, ends=4, requests=2, chosen=2),
}


class Functional(unittest.TestCase):
    def correct_outputs(self, name: str) -> dict[str, list]:
        """The correct pairs of the scope, by their inputs."""
        problem, found = load(name), {}
        with mock.patch.dict(scopes.QUICK, SMALL):
            for pair in scopes.pairs(name, quick=True, labeled=True):
                if problem.correct(problem.bucket(pair)):
                    inputs = map(sorted, pair[:-1]) if name == "intervals" else pair[:-1]
                    found.setdefault(repr([*inputs]), []).append(pair)
        return found

    def test_against_all_outputs(self):
        for name in SMALL:
            problem = load(name)
            kinds = set()
            for pairs in self.correct_outputs(name).values():
                for pair in pairs:
                    with self.subTest(literals.dump(problem, pair)):
                        self.assertEqual(functional.is_functional(problem, pair), len(pairs) == 1)
                kinds.add(len(pairs) == 1)
            self.assertEqual(kinds, {True} if name in ("dedupe", "merge") else {True, False}, name)

    def test_a_stable_matching_of_three(self):
        """Two rankings of three with one stable matching, and two that have three."""
        problem = load("matcher")
        hire = problem.module.Hire
        straight = {hire(i, i) for i in range(3)}
        alike = [[0, 1, 2]] * 3
        self.assertTrue(functional.is_functional(problem, (alike, alike, straight)))
        cyclic = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        against = [[1, 2, 0], [2, 0, 1], [0, 1, 2]]
        self.assertFalse(functional.is_functional(problem, (cyclic, against, straight)))

    def test_three_intervals_in_any_order(self):
        problem = load("intervals")
        one, two, three = (problem.module.Interval(i, i + 1) for i in range(3))
        wide = problem.module.Interval(0, 3)
        self.assertFalse(functional.is_functional(problem, ({one, two, three, wide}, [three, one, two])))
        self.assertTrue(functional.is_functional(problem, ({wide}, [wide])))

    def test_names_may_be_strings(self):
        problem = load("toposort")
        self.assertTrue(functional.is_functional(problem, ([("a", "b"), ("b", "c")], ["a", "b", "c"])))
        self.assertFalse(functional.is_functional(problem, ([("a", "b"), ("a", "c")], ["a", "b", "c"])))


if __name__ == "__main__":
    unittest.main()
