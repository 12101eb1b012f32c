"""Tests from Hypothesis: runs agree, tests are in their buckets, a run can be resumed; pairs survive a round trip."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

STUDY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(STUDY))

import peers  # noqa: E402
from literals import dump, parse  # noqa: E402
from problem import load  # noqa: E402

PROBLEMS = ["sortacle", "matcher", "toposort", "dedupe", "merge", "intervals"]
BUCKETS = [["no_new", "same_num_vertices"], [], ["no_new", "none_dropped"], ["sortedness", "incoming_edge_count"]]


class Literals(unittest.TestCase):
    def same(self, name, pair, text=None):
        written = dump(name, pair)
        again = parse(name, written)
        self.assertEqual(again, pair)
        self.assertEqual(repr(list(map(type, again))), repr(list(map(type, pair))))
        self.assertEqual(dump(load(name), again), written)
        if text is not None:
            self.assertEqual(written, text)

    def test_odd_pairs(self):
        person, hire = load("sortacle").module.Person, load("matcher").module.Hire
        self.same("sortacle", ([], []), "([], [])")
        self.same("sortacle", ([person("a", 1)], [person("it's \"b\"\n\\ \0é\ud800", -1)]))
        self.same("sortacle", ([person("a", 1)], []), "([Person(name='a', age=1)], [])")
        self.same("matcher", ([], [], set()), "([], [], set())")
        hires = {hire(1, -2), hire(0, 10**30)}
        text = f"([[0]], [], {{Hire(company=0, candidate={10**30}), Hire(company=1, candidate=-2)}})"
        self.same("matcher", ([[0]], [], hires), text)
        self.same("toposort", ([(1, "1")], ["1", 1, 1]), "([(1, '1')], ['1', 1, 1])")
        self.same("dedupe", ([None, True, 1], [(), (1,), (1, 2)]), "([None, True, 1], [(), (1,), (1, 2)])")
        frozen = [frozenset(), frozenset({10, 9, -1})]
        self.same("dedupe", (frozen, [{}]), "([frozenset(), frozenset({-1, 9, 10})], [{}])")
        self.same("dedupe", ([{"b": {2, "2", None}, "a": []}], [{frozenset({(1,)})}]))

    def test_sets_do_not_depend_on_the_hash_seed(self):
        pair = "([set('abcdefgh')], [frozenset({1, 'x', None, (2,)})])"
        code = f"from literals import dump; print(dump('dedupe', {pair}))"
        texts = {
            subprocess.run(
                [sys.executable, "-c", code], cwd=STUDY, env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True, check=True, text=True,
            ).stdout
            for seed in "123"
        }
        self.assertEqual(len(texts), 1)

    def test_other_things_are_rejected(self):
        whole = ["", "1", "([],)", "([], [], [])", "([], []); 1", "[[], []]"]
        calls = ["print()", "[].pop()", "Counter()", "Person(1)", "Person(**{})", "set([1])", "frozenset([1])"]
        others = ["1.5", "[*[1]]", "{**{}}", "{[]}", "-'a'", "x", "[i for i in []]", "b''", "1 + 1", "f''"]
        for text in [*whole, *(f"([], [{part}])" for part in calls + others)]:
            with self.subTest(text), self.assertRaises(ValueError):
                parse("sortacle", text)
        for pair in [([],), [[], []], ([], [1.5]), ([], object())]:
            with self.subTest(pair), self.assertRaises(TypeError):
                dump("sortacle", pair)


@unittest.skipUnless(peers.installed(), f"Hypothesis {peers.VERSION} is not installed in {peers.PYTHON.parent.parent}")
class Peers(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def start(self, buckets, out, *options, problem="toposort", hash_seed="0"):
        asked = self.folder / "buckets.json"
        asked.write_text(json.dumps(buckets))
        command = [sys.executable, STUDY / "peers.py", problem, asked, self.folder / out, *options]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        return subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=environment)

    def run_on(self, buckets, out, *options, **more):
        """The output of the run, without times."""
        done = self.start(buckets, out, *options, **more)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        answer = json.loads((self.folder / out).read_text())
        self.assertEqual([times["fails"] for times in answer.pop("times")], buckets)
        return answer

    def test_runs_agree(self):
        small = ["--limit", "400", "--tests", "5"]
        one = self.run_on(BUCKETS, "one.json", *small, "--jobs", "2")
        other = self.run_on(BUCKETS, "other.json", *small, "--jobs", "1", hash_seed="7")
        self.assertEqual(one, other)
        self.assertEqual([bucket["fails"] for bucket in one["buckets"]], BUCKETS)
        self.assertTrue(all(bucket["tests"] for bucket in one["buckets"]), one)
        self.assertNotEqual(one["buckets"], self.run_on(BUCKETS, "seed.json", *small, "--seed", "1")["buckets"])
        self.assertEqual({path.suffix for path in self.folder.iterdir()}, {".json"})

    def test_a_shorter_run_is_a_prefix(self):
        long = self.run_on(BUCKETS[:2], "long.json", "--limit", "600", "--tests", "6")
        short = self.run_on(BUCKETS[:2], "short.json", "--limit", "600", "--tests", "3")
        for whole, part in zip(long["buckets"], short["buckets"]):
            self.assertEqual(whole["tests"][:3], part["tests"])

    def test_a_resumed_run_equals_another(self):
        small = ["--limit", "300", "--tests", "4"]
        whole = self.run_on(BUCKETS, "whole.json", *small)
        self.run_on([BUCKETS[2]], "parts.json", *small)
        first = json.loads((self.folder / "parts.json").read_text())["times"]
        self.assertEqual(self.run_on(BUCKETS, "parts.json", *small), whole)
        self.assertEqual(json.loads((self.folder / "parts.json").read_text())["times"][2], first[0])
        before = (self.folder / "parts.json").read_bytes()
        self.run_on(BUCKETS, "parts.json", *small)
        self.assertEqual((self.folder / "parts.json").read_bytes(), before)
        rejected = self.start(BUCKETS, "parts.json", "--limit", "301", "--tests", "4")
        self.assertEqual(rejected.returncode, 1)
        self.assertIn("(limit)", rejected.stderr)

    def test_tests_are_in_their_buckets(self):
        for name in PROBLEMS:
            problem = load(name)
            last = [problem.subproperties[-1].name]
            answer = self.run_on([[], last], f"{name}.json", "--limit", "500", "--tests", "5", problem=name)
            for bucket in answer["buckets"]:
                with self.subTest(name, fails=bucket["fails"]):
                    self.assertLessEqual(bucket["candidates"], 500)
                    pairs = [test["pair"] for test in bucket["tests"]]
                    self.assertEqual(len(set(pairs)), len(pairs))
                    for number, (test, kind) in enumerate(zip(bucket["tests"], ["trivial", "shrunk", "shrunk"]), 1):
                        self.assertEqual((test["number"], test["kind"]), (number, kind))
                    for pair in map(lambda text: parse(name, text), pairs):
                        self.assertTrue(problem.applies(pair))
                        self.assertEqual(problem.names(problem.bucket(pair)), bucket["fails"])
            self.assertTrue(answer["buckets"][0]["tests"], name)

    def test_unknown_names_are_rejected(self):
        rejected = self.start([["no_such"]], "out.json")
        self.assertEqual(rejected.returncode, 1)
        self.assertIn("no_such", rejected.stderr)


if __name__ == "__main__":
    unittest.main()
