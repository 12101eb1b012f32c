"""Random pairs: correct ones are correct, edits stay inside types and bounds, and the seed determines everything."""

import os
import subprocess
import sys
import unittest
from dataclasses import astuple
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path
from random import Random

STUDY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(STUDY))

import draws  # noqa: E402
import scopes  # noqa: E402
from problem import load  # noqa: E402

DIGEST = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
import draws, scopes
for name in scopes.NAMES:
    pairs = [*draws.near_valid(name, 100, 7), *draws.search(name, 100, 7)]
    print(name, hashlib.sha256(repr([draws.key(name, pair) for pair in pairs]).encode()).hexdigest())
    ordered = [[list(part) for part in pair] for pair in pairs if name not in ("matcher", "intervals")]
    print(name, hashlib.sha256(repr(ordered).encode()).hexdigest())
"""


def atoms(name, pair):
    """The names in a pair, with repetitions."""
    if name == "toposort":
        return [*chain.from_iterable(pair[0]), *pair[1]]
    if name == "dedupe":
        return [*pair[0], *pair[1]]
    return [person.name for person in chain(*pair)] if name == "sortacle" else []


def numbers(name, pair):
    """The numbers in a pair, each with its bound in the large scope."""
    if name == "sortacle":
        return [("Person_age", person.age) for person in chain(*pair)]
    if name == "matcher":
        ranked = chain.from_iterable(pair[0] + pair[1])
        return [("Id", each) for each in [*ranked, *chain.from_iterable(map(astuple, pair[2]))]]
    if name == "merge":
        return [("Number", each) for each in chain(*pair)]
    if name == "intervals":
        both = list(chain(*pair))
        return [("Interval_start", each.start) for each in both] + [("Interval_end", each.end) for each in both]
    return []


class Draws(unittest.TestCase):
    def check(self, name, pair):
        """The pair has the right types, is inside the large scope, and its input is valid."""
        problem = load(name)
        bounds = draws.declared_in(problem.module).large_scope
        self.assertTrue(problem.applies(pair), (name, pair))
        self.assertIs(type(pair), tuple)
        for param, value in zip(problem.params, pair):
            longest = bounds[param]
            self.assertLessEqual(len(value), longest[0] if isinstance(longest, tuple) else longest, (name, pair))
        expected = {"matcher": (list, list, set), "intervals": (set, list), "merge": (list, list, list)}
        self.assertEqual(tuple(map(type, pair)), expected.get(name, (list, list)))
        named = atoms(name, pair)
        self.assertLessEqual(len({type(each) for each in named}), 1, (name, pair))
        self.assertTrue(all(type(each) in scopes.kinds(name) and each != "" for each in named))
        if named:
            most = bounds[{"toposort": "Vertex", "dedupe": "Item", "sortacle": "Name"}[name]]
            self.assertLessEqual(len(set(named)), most, (name, pair))
        for bound, number in numbers(name, pair):
            self.assertIn(number, bounds[bound], (name, pair))
        records = [id(each) for part in pair for each in part if hasattr(each, "__dict__")]
        self.assertEqual(len(records), len(set(records)), "a record occurs twice as the same object")

    def test_valid_is_correct(self):
        rng = Random(1)
        for name in scopes.NAMES:
            problem, largest = load(name), draws.largest_size(name)
            for i in range(2_000):
                size = i % (largest + 1)
                pair = draws.valid(rng, name, size)
                self.check(name, pair)
                self.assertTrue(problem.correct(problem.bucket(pair)), (name, pair))
                self.assertEqual(max(map(len, pair[: 2 if name == "merge" else 1])), size)

    def test_valid_outputs_vary(self):
        """Where several outputs are correct, different ones are drawn: other orders, other ties, both matchings."""

        def usual(name, pair):
            """The result of a common algorithm."""
            if name == "toposort":
                sorter = TopologicalSorter()
                for source, target in pair[0]:
                    sorter.add(target, source)
                return list(sorter.static_order())
            if name == "sortacle":
                return sorted(pair[0], key=lambda person: person.age)
            if name == "matcher":
                return {load(name).module.Hire(*each) for each in draws.deferred_acceptance(*pair[:2])}
            return sorted(pair[1])

        rng = Random(2)
        for name in ("toposort", "sortacle", "matcher", "intervals"):
            drawn = [draws.valid(rng, name, draws.largest_size(name) // 2 + 1) for _ in range(300)]
            same = sum(usual(name, pair) == pair[-1] for pair in drawn)
            self.assertTrue(5 < same < 295, (name, same))

    def test_deferred_acceptance(self):
        """Each side gets its favorites when it proposes."""
        companies, candidates = [[0, 1], [1, 0]], [[1, 0], [0, 1]]
        self.assertEqual(draws.deferred_acceptance(companies, candidates), [(0, 0), (1, 1)])
        self.assertEqual(draws.deferred_acceptance(candidates, companies), [(1, 0), (0, 1)])

    def test_edited(self):
        rng = Random(3)
        for name in scopes.NAMES:
            largest = draws.largest_size(name)
            kept = changed_input = 0
            for i in range(1_500):
                pair = draws.valid(rng, name, rng.randint(0, largest))
                before = draws.key(name, pair)
                edits = i % 4
                after = draws.edited(rng, name, pair, edits)
                self.assertEqual(draws.key(name, pair), before, "the argument was changed")
                self.check(name, after)
                kept += draws.key(name, after) == before
                changed_input += draws.key(name, after)[:-1] != before[:-1]
                if edits == 1 and draws.key(name, after)[:-1] == before[:-1] and largest > 1 and after[0]:
                    self.assertLessEqual(abs(len(after[-1]) - len(pair[-1])), 1)
            self.assertLess(kept, 1_500 // 4 + 75, name)
            self.assertGreater(changed_input, 30, name)

    def test_every_edit_happens(self):
        """Each operation changes some output, except swaps of fields where there are none."""
        rng = Random(4)
        for name in scopes.NAMES:
            shape = draws.shapes(name)
            for operation in draws.LIST_EDITS if shape[-1].ordered else draws.SET_EDITS:
                if operation == "exchange parts" and not isinstance(shape[-1].element, draws.Product):
                    continue
                changes = 0
                for _ in range(100):
                    pair = draws.valid(rng, name, 4)
                    known = {}
                    for inner, value in zip(shape, pair):
                        draws.gather(inner, value, known)
                    before = draws.listed(shape[-1], pair[-1])
                    changes += before != draws.attempt(operation, shape[-1].element, before, rng, known)
                self.assertGreater(changes, 5, (name, operation))

    def test_near_valid(self):
        for name in scopes.NAMES:
            problem = load(name)
            for count in (0, 1, 10, 300):
                suite = draws.near_valid(name, count, 5)
                self.assertEqual(len(suite), count)
                self.assertEqual(len({draws.key(name, pair) for pair in suite}), count)
            for i, pair in enumerate(suite):
                self.check(name, pair)
                if i % 3 == 0:
                    self.assertTrue(problem.correct(problem.bucket(pair)), (name, pair))
            wrong = sum(not problem.correct(problem.bucket(pair)) for pair in suite)
            self.assertGreater(wrong, 150, name)
            self.assertNotEqual(suite, draws.near_valid(name, 300, 6))
            kinds = {type(each) for pair in suite for each in atoms(name, pair)}
            self.assertEqual(kinds, set(scopes.kinds(name)))

    def test_search(self):
        for name in scopes.NAMES:
            pairs = list(draws.search(name, 1_000, 5))
            self.assertEqual(len(pairs), 1_000)
            for pair in pairs:
                self.check(name, pair)
            beyond = sum(max(map(len, pair[:-1])) > draws.SCOPE_SIZES[name] for pair in pairs)
            self.assertGreater(beyond, 700, name)
            self.assertEqual({type(each) for pair in pairs for each in atoms(name, pair)}, set(scopes.kinds(name)))

    def test_scope_sizes(self):
        """A search starts at the sizes where the scopes end."""
        for name in scopes.NAMES:
            sizes = {max(map(len, pair[:-1])) for pair in scopes.pairs(name)}
            self.assertEqual(max(sizes), draws.SCOPE_SIZES[name], name)

    def test_the_seed_determines_everything(self):
        answers = set()
        for hash_seed in ("0", "1", "12345"):
            command = [sys.executable, "-c", DIGEST, str(STUDY)]
            environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
            answers.add(subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout)
        self.assertEqual(len(answers), 1)
        self.assertEqual(len(answers.pop().splitlines()), 12)


if __name__ == "__main__":
    unittest.main()
