"""Figures from outcomes, on small made-up studies: one counted by hand, and random ones against plain sets."""

import dataclasses
import json
import random
import subprocess
import tempfile
import unittest
from itertools import combinations
from pathlib import Path

import helpers

import measure
import suites
from corpus import HELD_OUT, LEARN
from measure import Studied
from problem import ROOT, load
from truth import Truth

# Subproperties a and b are required, c is stricter than correctness: it may fail alone.
CONCRETIZABLE = [(), (0,), (1,), (2,), (0, 1), (0, 2), (0, 1, 2)]
PROGRAM = ROOT / "target/debug/custodiet"


def small() -> Studied:
    """Five predicates and two suites, small enough to count by hand."""
    problem = helpers.invented_problem()
    made = [
        helpers.suite(problem, "ensemble", 10, [(), (0,), (1,), (0, 1), (2,)]),
        helpers.suite(problem, "staff", None, [(), (0,), (0, 1), (0, 1)]),
    ]
    predicates = [helpers.predicate(i, HELD_OUT if i == 1 else LEARN) for i in range(5)]
    cells = [[(0,), (0, 1)], [(1,)], [(), (0, 1)], [], []]
    bits = [(0b00010, 0b1010), (0b00000, 0b0000), (0b01001, 0b0001), (0b10000, 0b0000), (0b00000, 0b0000)]
    truths = {
        each.digest: Truth({bucket: f"pair of {bucket}" for bucket in found}, "far away" if i == 3 else None)
        for i, (each, found) in enumerate(zip(predicates, cells))
    }
    wrong = [{each.digest: bits[i][place] for i, each in enumerate(predicates)} for place in range(2)]
    lattice = {"concretizable": [problem.names(bucket) for bucket in CONCRETIZABLE]}
    return Studied(problem, lattice, tuple(predicates), truths, {}, made, wrong)


class ByHand(unittest.TestCase):
    def setUp(self):
        self.studied = small()
        self.digests = [each.digest for each in self.studied.predicates]

    def names(self, digests: set[str]) -> list[int]:
        return sorted(map(self.digests.index, digests))

    def test_faulty_ones_and_parts(self):
        self.assertEqual(self.names({each.digest for each in self.studied.faulty}), [0, 1, 2, 3])
        self.assertEqual(self.names({each.digest for each in self.studied.equivalent}), [4])
        self.assertEqual(self.names({each.digest for each in self.studied.part(HELD_OUT)}), [1])
        self.assertEqual(self.names({each.digest for each in self.studied.part(None)}), [0, 1, 2, 3])

    def test_caught_and_shown(self):
        faulty = self.studied.faulty
        self.assertEqual(self.names(self.studied.caught(0, faulty)), [0, 2, 3])
        self.assertEqual(self.names(self.studied.caught(1, faulty)), [0, 2])
        self.assertEqual(self.names(self.studied.caught(0, faulty, {(0,), (1,)})), [0])
        self.assertEqual(self.names(self.studied.caught(0, faulty, set())), [])
        self.assertEqual(self.studied.shown(0, self.digests[2]), {(), (0, 1)})
        self.assertEqual(self.studied.shown(1, self.digests[0]), {(0,), (0, 1)})

    def test_score(self):
        found = measure.score(self.studied, 0)
        expected = dict(suite="ensemble", per_bucket=10, tests=5, buckets=5, faulty=4, caught=3)
        # Cells: 2 + 1 + 2 + 0. Shown: one of two, none, both; predicate 3 shows something that is not a cell.
        expected |= dict(cells=5, shown=3, with_cells=3, exact=1, fingerprints=3)
        self.assertEqual(found, expected)
        staff = measure.score(self.studied, 1)
        self.assertEqual((staff["buckets"], staff["caught"], staff["shown"], staff["exact"]), (3, 2, 3, 1))
        held_out = measure.score(self.studied, 0, HELD_OUT)
        self.assertEqual((held_out["faulty"], held_out["caught"], held_out["cells"], held_out["exact"]), (1, 0, 1, 0))

    def test_misses(self):
        (miss,) = measure.misses(self.studied, 0)
        self.assertEqual((miss["predicate"], miss["cells"], miss["pair"]), ("p1", [["b"]], "pair of (1,)"))
        self.assertTrue(miss["within_scope"])
        self.assertEqual([each["predicate"] for each in measure.misses(self.studied, 1)], ["p1", "p3"])
        self.assertEqual([each["pair"] for each in measure.misses(self.studied, 1)], ["pair of (1,)", "far away"])
        missed = [(each.name, bucket) for each, bucket in measure.missed_cells(self.studied, 0)]
        self.assertEqual(missed, [("p0", (0, 1)), ("p1", (1,))])

    def test_groups_and_rows(self):
        self.assertEqual(self.studied.groups, {"A": {(0,)}, "B": {(1,)}})
        self.assertEqual(self.studied.positive, {(), (2,)})
        rows = {row["group"]: row for row in measure.by_group(self.studied, ["ensemble", "staff"], set())}
        found = {group: (row["found"]["ensemble"], row["found"]["staff"]) for group, row in rows.items()}
        self.assertEqual(found, {"A": (1, 1), "B": (0, 0), "POSITIVE": (2, 1), "UNFOCUSED": (1, 0), "TOTAL": (2, 1)})
        self.assertEqual(rows["POSITIVE"]["differences"], {"ensemble;staff": [1, 0], "staff;ensemble": [0, 1]})
        without = measure.by_group(self.studied, ["ensemble", "staff"], {self.digests[0]})
        self.assertEqual([row["found"]["ensemble"] for row in without], [0, 0, 2, 1, 1])

    def test_a_bucket_with_only_larger_pairs_counts_too(self):
        """Suites may have tests in buckets that the lattice of the scope does not have."""
        lattice = {"concretizable": [names for names in self.studied.lattice["concretizable"] if names != ["a", "b"]]}
        lattice["concretizable"].remove(["c"])
        smaller = dataclasses.replace(self.studied, lattice=lattice)
        rows = {row["group"]: row["found"]["ensemble"] for row in measure.by_group(smaller, ["ensemble"], set())}
        self.assertEqual(rows, {"A": 1, "B": 0, "POSITIVE": 2, "UNFOCUSED": 1, "TOTAL": 2})

    def test_against_needed_and_clusters(self):
        found = measure.against(self.studied, "staff", ["ensemble"])
        expected = {"found": {"staff": 2, "ensemble": 3}, "differences": {"ensemble": [1, 0]}, "only_staff": 0}
        self.assertEqual(found, expected)
        self.assertEqual(measure.against(self.studied, "ensemble", ["staff"])["only_staff"], 1)
        needed = measure.needed(self.studied, 0)
        self.assertEqual((needed["fewest_buckets"], needed["fewest_tests"]), ([3, 3], [3, 3]))
        self.assertEqual([cluster["predicates"] for cluster in measure.clusters(self.studied, None)], [1, 1, 1])
        staff = measure.clusters(self.studied, 1)
        self.assertEqual(sorted(map(str, (each["buckets"] for each in staff))), ["[['a'], ['a', 'b']]", "[[]]"])

    def test_a_suite_by_its_name(self):
        self.assertEqual((self.studied.suite("ensemble"), self.studied.suite("staff")), (0, 1))
        self.assertTrue(self.studied.has("staff"))
        self.assertFalse(self.studied.has("hypothesis"))


class AtRandom(unittest.TestCase):
    def studies(self):
        rng = random.Random(5)
        problem = helpers.invented_problem("abcd", 2)
        every = [bucket for size in range(5) for bucket in combinations(range(4), size)]
        for _ in range(150):
            concretizable = [(), *rng.sample(every[1:], rng.randint(6, 12))]
            yield helpers.random_study(rng, problem, sorted(concretizable, key=lambda each: (len(each), each)))

    def test_differences_add_up(self):
        for studied in self.studies():
            rivals = ["ensemble", "solver", "hypothesis", "independent"]
            for row in measure.by_group(studied, rivals, {studied.predicates[0].digest}):
                for one, other in combinations(rivals, 2):
                    alone = row["differences"][f"{one};{other}"]
                    self.assertEqual(row["found"][one] - row["found"][other], alone[0] - alone[1])
                    self.assertEqual(row["differences"][f"{other};{one}"], alone[::-1])
            found = measure.against(studied, "staff", rivals)
            for name in rivals:
                more, fewer = found["differences"][name]
                self.assertEqual(found["found"][name] - found["found"]["staff"], more - fewer)
                self.assertGreaterEqual(fewer, found["only_staff"])

    def test_rows_of_groups(self):
        """Unfocused errors are those that no focused bucket finds; with the focused ones they make up the total."""
        for studied in self.studies():
            negative = {b for b in studied.concretizable if 0 in b or 1 in b}
            excluded = {studied.predicates[1].digest}
            wanted = [each.digest for each in studied.faulty if each.digest not in excluded]
            rows = {row["group"]: row["found"] for row in measure.by_group(studied, ["ensemble"], excluded)}
            place = studied.suite("ensemble")

            def found(buckets):
                return {each for each in wanted if studied.shown(place, each) & buckets}

            focused = set().union(*studied.groups.values())
            self.assertEqual(list(rows), ["A", "B", "POSITIVE", "UNFOCUSED", "TOTAL"])
            self.assertEqual(rows["UNFOCUSED"]["ensemble"], len(found(negative) - found(focused)))
            self.assertEqual(rows["TOTAL"]["ensemble"], len(found(focused)) + rows["UNFOCUSED"]["ensemble"])
            self.assertEqual(rows["POSITIVE"]["ensemble"], len(found(set(studied.concretizable) - negative)))
            self.assertEqual(rows["A"]["ensemble"], len(found(studied.groups["A"])))

    def test_scores(self):
        for studied in self.studies():
            for place in range(len(studied.suites)):
                whole = measure.score(studied, place)
                cells = {(d, b) for d, truth in studied.truths.items() for b in truth.cells}
                shown = {(d, b) for d in studied.wrong[place] for b in studied.shown(place, d)}
                self.assertEqual((whole["cells"], whole["shown"]), (len(cells), len(cells & shown)))
                self.assertEqual(whole["caught"], sum(map(bool, studied.wrong[place].values())))
                missed = {(each.digest, bucket) for each, bucket in measure.missed_cells(studied, place)}
                self.assertEqual(missed, cells - shown)
                self.assertEqual(len(measure.misses(studied, place)), whole["faulty"] - whole["caught"])
                incomplete = {digest for digest, _ in missed}
                self.assertEqual(whole["exact"], len({digest for digest, _ in cells} - incomplete))
                parts = [measure.score(studied, place, part) for part in (LEARN, HELD_OUT)]
                for key in ("faulty", "caught", "cells", "shown", "with_cells", "exact"):
                    self.assertEqual(whole[key], sum(part[key] for part in parts), key)

    def test_clusters(self):
        for studied in self.studies():
            with_cells = [truth for truth in studied.truths.values() if truth.cells]
            truth = measure.clusters(studied, None)
            self.assertEqual(sum(each["predicates"] for each in truth), len(with_cells))
            self.assertEqual(len(truth), len({frozenset(each.cells) for each in with_cells}))
            counts = [each["predicates"] for each in truth]
            self.assertEqual(counts, sorted(counts, reverse=True))
            for place in range(2):
                seen = measure.clusters(studied, place)
                self.assertEqual(sum(each["predicates"] for each in seen), measure.score(studied, place)["caught"])
                self.assertEqual(len(seen), measure.score(studied, place)["fingerprints"])

    def test_needed(self):
        """No smaller choice of buckets finds every error that the suite finds."""
        for studied in list(self.studies())[:60]:
            found = measure.needed(studied, 0)
            caught = studied.caught(0, studied.faulty)
            buckets = sorted({test.bucket for test in studied.suites[0].tests})
            least = next(
                size
                for size in range(len(buckets) + 1)
                if any(studied.caught(0, studied.faulty, set(some)) == caught for some in combinations(buckets, size))
            )
            self.assertEqual(found["fewest_buckets"], [least, least])
            chosen = {studied.problem.bucket_of(names) for names in found["chosen_buckets"]}
            self.assertEqual(studied.caught(0, studied.faulty, chosen), caught)
            self.assertGreaterEqual(found["fewest_tests"][0], least)
            self.assertEqual((found["buckets"], found["tests"]), (len(buckets), len(studied.suites[0].tests)))


class Focused(unittest.TestCase):
    def test_the_definition(self):
        """A bucket is focused on A if A fails there, and in no concretizable bucket with a proper subset of the failures."""
        for studied in AtRandom().studies():
            for place, name in enumerate("abcd"):
                found = {
                    bucket
                    for bucket in studied.concretizable
                    if place in bucket
                    and not any(place in other and set(other) < set(bucket) for other in studied.concretizable)
                }
                negative = {bucket for bucket in found if 0 in bucket or 1 in bucket}
                self.assertEqual(studied.focused_on([name]), negative)
            both = studied.focused_on(["a", "c"])
            self.assertEqual(both, studied.focused_on(["a"]) | studied.focused_on(["c"]))

    def test_names_of_prior_groups_exist(self):
        for name, groups in measure.PRIOR_GROUPS.items():
            known = {each.name for each in load(name).subproperties}
            for group, members in groups.items():
                self.assertLessEqual(set(members), known, f"{name}, {group}")
                self.assertEqual(len(load(name).bucket_of(members)), len(members))

    def test_both_readings_of_same_elements(self):
        problem = load("sortacle")
        lattice = {"concretizable": [[], *([each.name] for each in problem.subproperties)]}
        rows = measure.unfocused_of(Studied(problem, lattice, (), {}, {}, [], []))
        self.assertEqual([label for label, _ in rows], ["UNFOCUSED-WEAK", "UNFOCUSED-STRONG"])
        self.assertIn("SAME-ELES-WEAK", rows[0][1])
        self.assertNotIn("SAME-ELES-STRONG", rows[0][1])
        self.assertNotIn("SAME-ELES-WEAK", rows[1][1])

    @unittest.skipUnless(PROGRAM.exists(), "the program is not built")
    def test_as_suites_have_it(self):
        for name in ("dedupe", "merge"):
            problem = load(name)
            file = str(suites.problem_file(name))
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "suite.json"
                options = ["--tests", "1", "--engine", "solver", "--jobs", "1", "-o", str(path)]
                subprocess.run([str(PROGRAM), "suite", file, *options], check=True, capture_output=True)
                suite = json.loads(path.read_text("utf-8"))
            buckets = [each for each in suite["buckets"] if not each.get("only_large")]
            studied = Studied(problem, {"concretizable": [each["fails"] for each in buckets]}, (), {}, {}, [], [])
            for asked in problem.subproperties:
                said = {problem.bucket_of(each["fails"]) for each in buckets if asked.name in each["focused_on"]}
                negative = {bucket for bucket in said if not problem.correct(bucket)}
                self.assertEqual(studied.focused_on([asked.name]), negative, f"{name}, {asked.name}")


if __name__ == "__main__":
    unittest.main()
