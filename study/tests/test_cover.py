"""Minimum covers, against all subsets of the columns."""

import random
import unittest
from itertools import combinations
from unittest import mock

import helpers  # noqa: F401  (first: it puts the study on the path)

import cover


def met(rows: list[int], chosen: int) -> bool:
    return all(row & chosen for row in rows if row)


def least(rows: list[int], columns: int) -> int:
    """The size of a minimum cover, by brute force."""
    for size in range(columns + 1):
        if any(met(rows, sum(1 << i for i in chosen)) for chosen in combinations(range(columns), size)):
            return size
    raise AssertionError


def instance(rng: random.Random) -> tuple[list[int], int]:
    columns, count = rng.randint(1, 9), rng.randint(0, 14)
    density = rng.choice((0.15, 0.3, 0.6))
    return [sum(1 << i for i in range(columns) if rng.random() < density) for _ in range(count)], columns


class Covers(unittest.TestCase):
    def test_least_on_random_instances(self):
        rng = random.Random(1)
        sizes = set()
        for number in range(600):
            rows, columns = instance(rng)
            with self.subTest(number, rows=rows):
                found = cover.fewest(rows)
                self.assertTrue(met(rows, sum(1 << i for i in found.chosen)))
                self.assertEqual(len(set(found.chosen)), len(found.chosen))
                self.assertEqual([found.least, len(found.chosen)], [least(rows, columns)] * 2)
                sizes.add(found.least)
        self.assertGreater(len(sizes), 4, "the instances are all alike")

    def test_bounds_hold_when_the_search_is_cut_off(self):
        rng = random.Random(2)
        open_ = 0
        for nodes in (0, 1, 3):
            with mock.patch.object(cover, "NODES", nodes):
                for number in range(300):
                    columns = 9
                    rows = [sum(1 << i for i in rng.sample(range(columns), 3)) for _ in range(rng.randint(4, 14))]
                    with self.subTest(nodes=nodes, number=number, rows=rows):
                        found, right = cover.fewest(rows), least(rows, columns)
                        self.assertTrue(met(rows, sum(1 << i for i in found.chosen)))
                        self.assertLessEqual(found.least, right)
                        self.assertLessEqual(right, len(found.chosen))
                        open_ += found.least < len(found.chosen)
        self.assertGreater(open_, 10, "no search was cut off")

    def test_known_ones(self):
        self.assertEqual(cover.fewest([]), cover.Cover(0, ()))
        self.assertEqual(cover.fewest([0, 0]), cover.Cover(0, ()))
        self.assertEqual(cover.fewest([0b100, 0b110, 0]), cover.Cover(1, (2,)))
        # Greedy takes the first column, which covers four of six, and needs three; two are enough.
        rows = [0b011, 0b011, 0b101, 0b101, 0b010, 0b100]
        self.assertEqual(cover.fewest(rows), cover.Cover(2, (1, 2)))

    def test_the_order_of_rows_does_not_matter(self):
        rng = random.Random(3)
        for _ in range(50):
            rows, _columns = instance(rng)
            again = rng.sample(rows, len(rows))
            self.assertEqual(cover.fewest(rows).least, cover.fewest(again).least)
            self.assertEqual(cover.fewest(rows), cover.fewest(list(rows)))

    def test_many_columns(self):
        """Fifty pairs of columns, each to be covered: one of each pair."""
        rows = [0b11 << 2 * i for i in range(50)]
        found = cover.fewest(rows)
        self.assertEqual((found.least, len(found.chosen)), (50, 50))


if __name__ == "__main__":
    unittest.main()
