"""Suites: made once by each version of the program, read according to the problem file, and identified by their tests."""

import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import helpers  # noqa: F401  (first: it puts the study on the path)

import draws
import hand_made
import literals
import outcomes
import parallel
import suites
import truth
from corpus import FOLDER, LEARN, PROBLEMS, SEED, Predicate
from problem import digest, load, meaning

# Writes a suite of one test, logs the request, and fails on demand.
PROGRAM = """#!{python}
import json, pathlib, sys
here = pathlib.Path(__file__).parent
with open(here / "asked", "a") as asked:
    print(" ".join(sys.argv[1:]), file=asked)
if sys.argv[1] == "analyze":
    print(json.dumps({{"concretizable": [[], ["ordered", "strictly_ascending"]]}}))
    sys.exit()
out = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
if (here / "fails").exists():
    out.write_text("{{")
    sys.exit("half of a suite")
test = {{"input": {{"left": [1], "right": [0]}}, "output": {{"merged": [0, 1]}}, "expect": True, "kind": "smallest"}}
test |= {{"engine": "solver", "positive_kind": None, "id": "x"}}
names = {names}
out.write_text(json.dumps({{"format": 1, "subproperties": names, "buckets": [{{"fails": [], "tests": [test]}}]}}))
"""


class FakeProgram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "work"
        self.folder.mkdir()
        self.program = Path(folder.name) / "custodiet"
        names = [each.name for each in load("merge").subproperties]
        self.program.write_text(PROGRAM.format(python=sys.executable, names=names))
        self.program.chmod(0o755)
        patched = mock.patch.dict(os.environ, {"CUSTODIET": str(self.program)})
        patched.start()
        self.addCleanup(patched.stop)
        suites.version.cache_clear()
        self.addCleanup(suites.version.cache_clear)

    def asked(self) -> list[str]:
        path = self.program.parent / "asked"
        return path.read_text().splitlines() if path.exists() else []

    def ensemble(self) -> suites.Suite:
        return suites.ours("merge", self.folder, "ensemble", 10, "--engine", "both")

    def test_a_suite_is_made_once(self):
        found = self.ensemble()
        self.assertEqual(found.tests, (suites.Test(([1], [0], [0, 1]), (), True),))
        self.assertEqual((found.name, found.per_bucket, found.title), ("ensemble", 10, "ensemble, 10"))
        self.assertEqual(self.ensemble(), found)
        (asked,) = self.asked()
        self.assertIn("--tests 10 --engine both", asked)
        self.assertGreater(suites.time_of("merge", self.folder, "ensemble", 10), 0)

    def test_another_program_is_run_again(self):
        self.ensemble()
        suites.lattice("merge", self.folder)
        self.program.write_text(self.program.read_text() + "# newer\n")
        suites.version.cache_clear()
        self.ensemble()
        suites.lattice("merge", self.folder)
        self.assertEqual(len(self.asked()), 4)

    def test_the_lattice_is_computed_once(self):
        for _ in range(2):
            found = suites.lattice("merge", self.folder)
        self.assertEqual(found["concretizable"], [[], ["ordered", "strictly_ascending"]])
        self.assertEqual(len(self.asked()), 1)

    def test_a_partial_suite_is_not_mistaken_for_a_complete_one(self):
        fails = self.program.parent / "fails"
        fails.touch()
        with self.assertRaisesRegex(RuntimeError, "half of a suite"):
            self.ensemble()
        fails.unlink()
        self.assertEqual(len(self.ensemble().tests), 1)
        self.assertEqual(len(self.asked()), 2)

    def test_a_failure_is_an_error_unless_it_is_allowed(self):
        command = [sys.executable, "-c", "import sys; sys.exit(1)"]
        with self.assertRaises(RuntimeError):
            suites.timed(command)
        suites.timed(command, may_refuse=True)
        with self.assertRaises(RuntimeError):
            suites.timed([sys.executable, "-c", "import sys; sys.exit(3)"], may_refuse=True)

    def test_processor_time_is_that_of_the_command(self):
        wall, cpu = suites.timed([sys.executable, "-c", "import time; time.sleep(0.5)"])
        self.assertGreaterEqual(wall, 0.5)
        self.assertLess(cpu, 0.4)

    def hypothesis(self, buckets: list[dict]) -> list[suites.Suite]:
        """The suites of a Hypothesis run that found these tests."""

        def run(name, folder, jobs):
            suites.hypothesis_file(name, folder).write_text(json.dumps({"buckets": buckets, "times": []}))

        with mock.patch.object(suites, "run_hypothesis", run):
            return suites.hypothesis("merge", self.folder, 1)

    def test_shorter_suites_of_hypothesis_are_prefixes_of_the_longest(self):
        pairs = [([], [i], [i]) for i in range(12)]
        tests = [{"pair": literals.dump("merge", pair)} for pair in pairs]
        # Two equal numbers are not strictly ascending: this is a positive bucket too.
        repeated = {"fails": ["strictly_ascending"], "tests": [{"pair": "([1], [1], [1, 1])"}]}
        found = self.hypothesis([{"fails": [], "tests": tests}, repeated])
        self.assertEqual([suite.per_bucket for suite in found], [1, 3, 10])
        self.assertEqual([len(suite.tests) for suite in found], [2, 4, 11])
        for suite in found:
            self.assertEqual([test.pair for test in suite.tests[:-1]], pairs[: len(suite.tests) - 1])
            self.assertEqual(suite.tests[-1].pair, ([1], [1], [1, 1]))
            self.assertTrue(all(test.expect for test in suite.tests))

    def test_a_test_in_the_wrong_bucket_is_rejected(self):
        with self.assertRaises(RuntimeError):
            self.hypothesis([{"fails": [], "tests": [{"pair": "([1], [], [])"}]}])


class Outcomes(unittest.TestCase):
    """The tests on which each predicate is wrong."""

    SOURCES = {
        "right": "def is_valid(a, b, c): return c == sorted(a + b)",
        "lax": "def is_valid(a, b, c): return True",
        "crash": "import os\ndef is_valid(a, b, c): os._exit(0) if c == [7] else None",
    }

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        problem = load("merge")
        pairs = [([], [], []), ([1], [0], [1, 0]), ([1], [0], [0, 1]), ([1], [], []), ([7], [], [7])]
        tests = [suites.placed(problem, pair) for pair in pairs]
        self.suites = [suites.Suite("x", 1, tuple(tests)), suites.Suite("y", 1, tuple(tests[::-1][1:]))]
        self.predicates = [Predicate("merge", name, "by hand", LEARN, source) for name, source in self.SOURCES.items()]

    def run_all(self, predicates=None, made=None) -> list[dict[str, int]]:
        found = outcomes.run(
            "merge", predicates or self.predicates, made or self.suites, self.folder, 2, lambda words: None
        )
        names = {each.digest: each.name for each in self.predicates}
        return [{names[digest]: bits for digest, bits in each.items()} for each in found]

    EXPECTED = [{"right": 0, "lax": 0b01010, "crash": 0b11111}, {"right": 0, "lax": 0b0101, "crash": 0b1111}]

    def test_wrong_tests(self):
        """A predicate that ends its interpreter is wrong on every test of every suite that ran in the same worker."""
        self.assertEqual(self.run_all(), self.EXPECTED)

    def test_known_results_are_not_computed_again(self):
        part = self.run_all(self.predicates[:2], self.suites[:1])
        self.assertEqual(part, [{name: self.EXPECTED[0][name] for name in ("right", "lax")}])
        self.assertEqual(self.run_all(), self.EXPECTED)
        with mock.patch.object(parallel, "work_off", None):
            self.assertEqual(self.run_all(), self.EXPECTED)


class Tests(unittest.TestCase):
    def test_the_problem_file_determines_bucket_and_answer(self):
        problem = load("merge")
        found = suites.placed(problem, ([2], [1], [2, 1]))
        self.assertEqual((problem.names(found.bucket), found.expect), (["ordered", "strictly_ascending"], False))
        with self.assertRaises(RuntimeError):
            suites.placed(problem, ([2, 1], [], [1, 2]))

    def test_the_digest_depends_on_the_tests(self):
        one, two = (suites.placed(load("merge"), ([i], [], [i])) for i in range(2))
        digests = {suites.Suite("x", 1, tests).digest for tests in ((), (one,), (two,), (one, two), (two, one))}
        self.assertEqual(len(digests), 5)
        self.assertEqual(suites.Suite("x", 1, (one,)).digest, suites.Suite("another", None, (one,)).digest)

    def test_the_digest_depends_on_the_correct_answers(self):
        """Outcomes are stored by digest; they record where a predicate is wrong, so they change with the correct answers."""
        pair = ([1], [], [1])
        digests = {suites.Suite("x", 1, (suites.Test(pair, (), expect),)).digest for expect in (True, False)}
        self.assertEqual(len(digests), 2)

    def test_suites_by_hand(self):
        for name in PROBLEMS:
            for which in ("staff", "independent"):
                with self.subTest(f"{name}, {which}"):
                    found = suites.by_hand(name, which)
                    written = hand_made.read(load(name), FOLDER / name / f"{which}.jsonl")
                    self.assertEqual([each.pair for each in found.tests], [each.pair for each in written])
                    self.assertIsNone(found.per_bucket)
                    self.assertEqual({test.expect for test in found.tests}, {True, False})

    def test_near_valid_tests(self):
        for name in PROBLEMS:
            found = suites.near_valid(name, 10, 60)
            self.assertEqual(len(found.tests), 60)
            self.assertEqual(len({str(draws.key(name, test.pair)) for test in found.tests}), 60)
            self.assertEqual(found, suites.near_valid(name, 10, 60))
            self.assertGreaterEqual(sum(test.expect for test in found.tests), 20)
            self.assertGreater(sum(not test.expect for test in found.tests), 10)

    def test_near_valid_tests_are_not_those_that_determine_the_truth(self):
        for name in PROBLEMS:
            near = [str(draws.key(name, pair)) for pair in draws.near_valid(name, 40, SEED)]
            search = {str(draws.key(name, pair)) for pair in draws.search(name, 100, SEED)}
            self.assertLess(sum(each in search for each in near), 10, name)

    def test_stored_results_depend_on_their_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "problem.py"
            found = set()
            for text in ("one", "two"):
                path.write_text(text)
                found |= {digest(path), digest(path, also=1)}
        self.assertEqual(len(found), 4)
        for name in PROBLEMS:
            files = [path.name for path in meaning(name)]
            self.assertIn(f"{name}.py", files)
            self.assertIn("declarations.py", files, "the package is a part of what a problem file means")
        for made in (truth.version, outcomes.version):
            self.assertEqual(len({made(name) for name in PROBLEMS}), len(PROBLEMS))

    def test_files_are_written_completely(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "deep" / "file.json"
            suites.written(path, "é")
            suites.written(path, "ö")
            self.assertEqual(path.read_text("utf-8"), "ö")
            self.assertEqual(list(path.parent.iterdir()), [path])

    def test_a_damaged_file_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file.json"
            suites.written(path, '{"a": 1}')
            self.assertEqual(suites.known(path), {"a": 1})
            for text in ("", '{"a": ', "\0"):
                path.write_text(text)
                with self.subTest(text), self.assertRaisesRegex(ValueError, "file.json is damaged.*remove it"):
                    suites.known(path)


if __name__ == "__main__":
    unittest.main()
