"""The scopes: the documented number of pairs, the same as a slower enumeration finds, and names that do not matter."""

import os
import sys
import unittest
from itertools import chain, permutations, product
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import scopes  # noqa: E402
from problem import load  # noqa: E402

SLOW = bool(os.environ.get("STUDY_SLOW"))


def sequences(elements, longest):
    """All tuples up to a maximum length, built one element at a time."""
    found, level = [()], [()]
    for _ in range(longest):
        level = [(*shorter, element) for shorter in level for element in elements]
        found += level
    return found


def powerset(elements, largest):
    """All sets of the elements up to a maximum size."""
    masks = [mask for mask in range(1 << len(elements)) if mask.bit_count() <= largest]
    return [frozenset(each for i, each in enumerate(elements) if mask >> i & 1) for mask in masks]


def frozen(value):
    """A value that can be hashed and compared; records become tuples of their fields, sets sorted tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(map(frozen, value))
    if isinstance(value, (set, frozenset)):
        return tuple(sorted(map(frozen, value)))
    return tuple(vars(value).values()) if hasattr(value, "__dict__") else value


def normal(name, pair):
    """The pair as nested tuples, with unordered lists sorted."""
    first, *rest = map(frozen, pair)
    return (tuple(sorted(first)) if name == "toposort" else first, *rest)


def smallest(name, pair, atoms):
    """The smallest of all renamings of a normal pair."""

    def renamed(to):
        first, second = pair
        if name == "toposort":
            return tuple(sorted((to[a], to[b]) for a, b in first)), tuple(to[a] for a in second)
        if name == "sortacle":
            return tuple((to[a], age) for a, age in first), tuple((to[a], age) for a, age in second)
        return tuple(to[a] for a in first), tuple(to[a] for a in second)

    return min(map(renamed, permutations(range(atoms)))) if atoms else pair


def everything(name):
    """Every pair of the quick scope under every naming, valid or not, and the number of atoms."""
    module = load(name).module
    if name == "toposort":
        graphs = powerset([*product(range(4), repeat=2)], 3)
        return 4, product(map(list, map(sorted, graphs)), map(list, sequences(range(4), 4)))
    if name == "sortacle":
        people = [module.Person(*each) for each in product(range(2), range(3))]
        return 2, product(map(list, sequences(people, 2)), map(list, sequences(people, 3)))
    if name == "matcher":
        hires = [set(each) for each in powerset([module.Hire(*each) for each in product(range(3), repeat=2)], 4)]
        sides = [[*map(list, each)] for each in sequences(sequences(range(3), 2), 2)]
        return 0, chain.from_iterable(
            product([one], [other], hires)
            for one, other in product(sides, sides)
            if load(name).applies((one, other, set()))
        )
    if name == "dedupe":
        # 781 × 781 pairs: trying all 120 renamings of each takes too long, so `first_met` finds the smallest.
        return 5, product(map(list, sequences(range(5), 4)), map(list, sequences(range(5), 4)))
    if name == "merge":
        left, right, merged = (map(list, sequences(range(3), longest)) for longest in (2, 1, 4))
        return 0, product(left, right, merged)
    every = [module.Interval(*each) for each in product(range(3), range(4))]
    proper = [each for each in powerset(every, 3) if all(one.start < one.end for one in each)]
    return 0, product(map(set, proper), map(list, sequences(every, 2)))


def first_met(pair):
    """Atoms numbered in order of first occurrence, the smallest renaming of a pair of lists of atoms."""
    numbers: dict[int, int] = {}
    return tuple(tuple(numbers.setdefault(atom, len(numbers)) for atom in part) for part in pair)


def mutable_parts(value):
    """The lists, sets and dicts inside a value, by identity."""
    if isinstance(value, (list, set, dict)):
        yield id(value)
    if isinstance(value, (list, tuple)):
        yield from chain.from_iterable(map(mutable_parts, value))


def records(pair):
    """The records of a pair, by identity."""
    return [id(each) for part in pair for each in part if hasattr(each, "__dict__")]


class Enumeration(unittest.TestCase):
    def test_counts(self):
        for name, (full, quick) in scopes.COUNTS.items():
            self.assertEqual(sum(1 for _ in scopes.pairs(name, quick=True)), quick, name)
            if SLOW or full < 50_000:
                self.assertEqual(sum(1 for _ in scopes.pairs(name)), full, name)

    def test_labeled_toposort(self):
        """411 acyclic graphs with up to four edges on four vertices, 1,365 lists of up to five vertices."""
        self.assertEqual(sum(1 for _ in scopes.pairs("toposort", labeled=True)), 561_015)

    def test_orbits_of_toposort(self):
        """The pairs of the full scope and all their renamings are the labeled ones, none twice."""
        total = 0
        for edges, order in scopes.pairs("toposort"):
            same = set()
            for to in permutations(range(4)):
                same.add((frozenset((to[a], to[b]) for a, b in edges), tuple(to[a] for a in order)))
            total += len(same)
        self.assertEqual(total, 561_015)

    def test_all_valid(self):
        for name in scopes.NAMES:
            applies = load(name).applies
            for pair in scopes.pairs(name, quick=not SLOW):
                self.assertTrue(applies(pair), (name, pair))

    def test_agrees_with_brute_force(self):
        for name in scopes.NAMES:
            applies = load(name).applies
            atoms, every = everything(name)
            if name == "dedupe":
                expected = {first_met(pair) for pair in every}
            else:
                expected = {smallest(name, normal(name, pair), atoms) for pair in every if applies(pair)}
            listed = [normal(name, pair) for pair in scopes.pairs(name, quick=True)]
            self.assertEqual(len(listed), len(set(listed)), name)
            self.assertEqual(set(listed), expected, name)

    def test_quick_is_a_subset_of_full(self):
        for name in scopes.NAMES:
            full = {normal(name, pair) for pair in scopes.pairs(name)}
            self.assertTrue(full.issuperset(normal(name, pair) for pair in scopes.pairs(name, quick=True)), name)


class Shown(unittest.TestCase):
    def test_kinds(self):
        expected = {"toposort": (int, str), "dedupe": (int, str), "sortacle": (str,)}
        for name in scopes.NAMES:
            self.assertEqual(scopes.kinds(name), expected.get(name, ()), name)

    def test_keeps_the_bucket(self):
        rng = Random(1)
        for name in scopes.NAMES:
            problem = load(name)
            for kind in scopes.kinds(name) or (None,):
                for pair in scopes.pairs(name, quick=True):
                    shown = scopes.shown(name, pair, kind, rng)
                    self.assertTrue(problem.applies(shown))
                    self.assertEqual(problem.bucket(shown), problem.bucket(pair), (name, pair, shown))
                    self.assertEqual([*map(len, shown)], [*map(len, pair)])
                    if kind is None:
                        self.assertEqual(shown, pair)

    def test_names_have_the_requested_kind(self):
        rng = Random(2)
        for kind in (int, str):
            seen = set()
            for items, kept in scopes.pairs("dedupe", quick=True):
                shown = scopes.shown("dedupe", (items, kept), kind, rng)
                to = dict(zip(items + kept, shown[0] + shown[1]))
                self.assertEqual(([to[i] for i in items], [to[i] for i in kept]), shown)
                self.assertEqual(len(set(to.values())), len(to))
                seen |= set(to.values())
            self.assertEqual(seen, set(scopes.POOLS[kind]))
            self.assertTrue(all(type(each) is kind for each in seen))
            self.assertNotIn("", seen)
        self.assertIn(0, scopes.POOLS[int])
        for pair in scopes.pairs("sortacle", quick=True):
            people = [*chain.from_iterable(scopes.shown("sortacle", pair, str, rng))]
            self.assertTrue({person.name for person in people} <= set(scopes.POOLS[str]))

    def test_edges_are_shuffled_and_orders_kept(self):
        rng = Random(3)
        met = set()
        for _ in range(500):
            edges, order = scopes.shown("toposort", ([(0, 1), (0, 2), (1, 3)], [0, 1, 2, 3]), int, rng)
            met.add(tuple((order.index(a), order.index(b)) for a, b in edges))
        self.assertEqual(met, set(permutations([(0, 1), (0, 2), (1, 3)])))

    def test_nothing_is_shared(self):
        rng = Random(4)
        for name in scopes.NAMES:
            for kind in scopes.kinds(name) or (None,):
                for pair in scopes.pairs(name, quick=True):
                    shown = scopes.shown(name, pair, kind, rng)
                    self.assertTrue(set(mutable_parts(shown)).isdisjoint(mutable_parts(pair)))
                    self.assertEqual(len(set(records(shown))), len(records(shown)))
                    self.assertTrue(set(records(shown)).isdisjoint(records(pair)))

    def test_copies(self):
        for name in scopes.NAMES:
            copy = scopes.copier(name)
            for pair in scopes.pairs(name, quick=True):
                copied = copy(pair)
                self.assertEqual(copied, pair)
                self.assertEqual([*map(type, copied)], [*map(type, pair)])
                self.assertTrue(set(mutable_parts(copied)).isdisjoint(mutable_parts(pair)))


if __name__ == "__main__":
    unittest.main()
