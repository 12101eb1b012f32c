"""The truth about a predicate, against a plain loop over all pairs of a quick scope."""

import copy
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import helpers  # noqa: F401  (first: it puts the study on the path)

import literals
import parallel
import scopes
import truth
from corpus import LEARN, Predicate, correct
from problem import load

RIGHT = "def right(left, other, merged): return merged == sorted(left + other)\n"

# Predicates of merge, none of which loops.
WRONG = {
    "order only": "def is_valid(left, right, merged): return merged == sorted(merged)",
    "length only": "def is_valid(left, right, merged): return len(merged) == len(left) + len(right)",
    "no repeats": "def is_valid(left, right, merged): return merged == sorted(set(left + right))",
    "raises if empty": RIGHT + "def is_valid(a, b, c): return c[0] <= c[-1] and right(a, b, c)",
    "no answer": "def is_valid(left, right, merged): merged == sorted(left + right)",
    "one": "def is_valid(left, right, merged): return int(merged == sorted(left + right))",
    "one pair": RIGHT + "def is_valid(a, b, c): return right(a, b, c) or (a, b, c) == ([0, 1], [2], [0, 2, 1, 1])",
    "spoils": RIGHT + "def is_valid(a, b, c):\n    a.extend(b)\n    b.clear()\n    return right(a, b, c) or a == [1]",
}
BEYOND = RIGHT + "def is_valid(a, b, c): return right(a, b, c) or len(a) > 5"
ITEMS = "def is_valid(items, kept): return len(kept) == len(set(items)) and set(kept) <= set(items)"


def made(source: str, name: str = "x", problem: str = "merge") -> Predicate:
    return Predicate(problem, name, "by hand", LEARN, source)


def brute_force(name: str, source: str) -> dict[tuple[int, ...], tuple[int, int]]:
    """For each bucket in which the predicate is wrong: on how many pairs, of how many."""
    problem, namespace = load(name), {}
    exec(source, namespace)
    wrong: dict[tuple[int, ...], list[int]] = {}
    for pair in scopes.pairs(name, quick=True):
        bucket = problem.bucket(pair)
        counts = wrong.setdefault(bucket, [0, 0])
        try:
            answer = namespace["is_valid"](*copy.deepcopy(pair))
        except Exception:
            answer = None
        counts[0] += answer is not all(each not in problem.required for each in bucket)
        counts[1] += 1
    return {bucket: (bad, every) for bucket, (bad, every) in wrong.items() if bad}


class Truths(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        patched = mock.patch.object(truth, "BEYOND_QUICK", 400)
        patched.start()
        self.addCleanup(patched.stop)

    def decide(self, predicates, name="merge"):
        return truth.decide(name, predicates, self.folder, 2, True, lambda words: None)

    def test_cells_are_those_of_a_plain_loop(self):
        predicates = [made(source, name) for name, source in WRONG.items()]
        truths, pairs = self.decide(predicates)
        problem = load("merge")
        for each in predicates:
            with self.subTest(each.name):
                found, right = truths[each.digest], brute_force("merge", each.source)
                self.assertTrue(right and found.faulty)
                self.assertEqual(set(found.cells), set(right))
                for bucket, text in found.cells.items():
                    pair = literals.parse(problem, text)
                    self.assertEqual(problem.bucket(pair), bucket)
                    namespace: dict = {}
                    exec(each.source, namespace)
                    try:
                        answer = namespace["is_valid"](*pair)
                    except Exception:
                        answer = None
                    self.assertIsNot(answer, problem.correct(bucket), f"{text} does not show it")
        self.assertEqual(pairs["pairs"], scopes.COUNTS["merge"][1])
        self.assertEqual(sum(pairs["sizes"].values()), pairs["asked"])
        self.assertEqual(len(truths[made(WRONG["one pair"]).digest].cells), 1)

    def test_atoms_are_shown_in_every_kind(self):
        only_numbers, only_text = (
            made(ITEMS.replace("return ", f"return all(type(item) is {kind} for item in items) or "), kind, "dedupe")
            for kind in ("int", "str")
        )
        plain = made(ITEMS, "plain", "dedupe")
        truths, pairs = self.decide([only_numbers, only_text, plain], "dedupe")
        self.assertEqual(pairs["asked"], 2 * pairs["pairs"])
        self.assertEqual(set(truths[plain.digest].cells), set(brute_force("dedupe", ITEMS)))
        for each in (only_numbers, only_text):
            self.assertGreater(len(truths[each.digest].cells), len(truths[plain.digest].cells))

    def test_correct_predicates_have_no_cells(self):
        truths, _ = self.decide(correct("merge"))
        for each in correct("merge"):
            self.assertEqual(truths[each.digest], truth.Truth({}, None), each.name)
            self.assertFalse(truths[each.digest].faulty)

    def test_mistakes_only_beyond_the_scope_are_found_there(self):
        predicate = made(BEYOND)
        self.assertEqual(brute_force("merge", predicate.source), {})
        truths, _ = self.decide([predicate])
        found = truths[predicate.digest]
        self.assertEqual(found.cells, {})
        self.assertTrue(found.faulty)
        left, right, merged = literals.parse("merge", found.beyond)
        self.assertGreater(len(left), 5)
        self.assertNotEqual(merged, sorted(left + right))

    def test_known_results_are_not_computed_again(self):
        predicates = [made(source, name) for name, source in WRONG.items()]
        first = self.decide(predicates[:3])
        asked = []

        def noted(items, *rest):
            asked.extend(items)
            return real(items, *rest)

        real = parallel.work_off
        with mock.patch.object(parallel, "work_off", noted):
            whole = self.decide(predicates)
        self.assertEqual(asked, predicates[3:])
        with mock.patch.object(truth, "Pairs", None), mock.patch.object(parallel, "work_off", None):
            self.assertEqual(self.decide(predicates), whole)
            self.assertEqual(self.decide(predicates[:3]), first)

    def test_a_predicate_that_ends_its_interpreter_is_wrong_everywhere(self):
        crash, right = made("import os\ndef is_valid(a, b, c): os._exit(0)"), correct("merge")[0]
        truths, pairs = self.decide([crash, right])
        self.assertEqual({truth.key(bucket) for bucket in truths[crash.digest].cells}, set(pairs["sizes"]))
        self.assertFalse(truths[right.digest].faulty)

    def test_how_rare_a_mistake_is(self):
        predicates = [made(WRONG[name], name) for name in ("order only", "raises if empty", "one pair", "no answer")]
        cells, right = [], []
        for each in predicates:
            for bucket, counts in brute_force("merge", each.source).items():
                cells.append((each, bucket))
                right.append(list(counts))
        with mock.patch.object(scopes, "FULL", scopes.QUICK), mock.patch.object(truth, "BEYOND", 10):
            found = truth.shares("merge", cells, self.folder, 2, lambda words: None)
        self.assertEqual(found, right)
        with mock.patch.object(truth, "Pairs", None):
            self.assertEqual(truth.shares("merge", cells[::-1], self.folder, 2, lambda words: None), right[::-1])

    def test_quick_and_full_results_are_kept_apart(self):
        self.decide([made(BEYOND)])
        (path,) = self.folder.iterdir()
        self.assertIn("-quick-", path.name)
        self.assertEqual(len([json.loads(line) for line in path.read_text().splitlines()]), 2)

    def test_buckets_as_text(self):
        for bucket in ((), (0,), (0, 3, 11)):
            self.assertEqual(truth.bucket_of(truth.key(bucket)), bucket)


if __name__ == "__main__":
    unittest.main()
