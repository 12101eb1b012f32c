"""The oracle and the comparison find every kind of wrong claim. Run with `CUSTODIET` set to the tool.

Each test takes what the tool says about one file, which must agree, changes one claim, and expects to hear of it.
"""

import copy
import json
import os
import pathlib
import random
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "python")]

import compare  # noqa: E402
import lattice  # noqa: E402
from generate import problem  # noqa: E402
from oracle import Truth  # noqa: E402
from orders import load, outcomes  # noqa: E402
from shrink import shrink  # noqa: E402
from suites import check_suite  # noqa: E402
from tool import Session  # noqa: E402

BINARY = os.environ.get("CUSTODIET", "target/debug/custodiet")

HEAD = """from typing import NewType, Optional
from custodiet import Atom, Input, Output, Unordered, error_subproperty, precondition, scope, subproperty

Num = NewType("Num", int)

class V(Atom):
    pass

"""

WHOLE = (
    HEAD
    + """
def is_valid(a: Input[list[Num]], b: Input[Unordered[list[V]]], r: Output[Num]) -> bool:
    return r in a

scope(Num=range(0, 3), V=2, a=2, b=2)

@precondition
def some(a):
    return len(a) > 0

@subproperty
def second(a, r):
    return r == a[1]

@subproperty
def member(a, r):
    return r in a

@error_subproperty
def few(b, r):
    return r >= len(b)

@subproperty
def always(a):
    return len(a) < 3
"""
)

# Without what raises and what differs from the reference, so that a suite is written.
CORRECT = WHOLE.replace("    return r in a\n\nscope", "    return r in a[1:]\n\nscope").replace(
    "r == a[1]", "r in a[1:]"
)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def said(self, source, *arguments):
        """The truth, and what the tool says."""
        truth = Truth(source)
        session = Session(BINARY, self.folder.name, truth, random.Random(0))
        command, *rest = arguments
        data = session.call(command, session.file, *rest, "--json")
        self.assertEqual(session.report.wrong, [])
        return truth, data

    def wrong(self, check, truth, *arguments):
        report = compare.Report()
        check(truth, report, *arguments)
        return [kind for kind, _ in report.wrong]

    def lies(self, check, truth, data, *lies, rest=()):
        """Each lie is a kind of claim and a change; each must be found, and nothing else is wrong."""
        self.assertEqual(self.wrong(check, truth, data, *rest), [])
        for kind, change in lies:
            changed = copy.deepcopy(data)
            change(changed)
            with self.subTest(kind=kind):
                self.assertTrue(changed != data, "nothing was changed")
                self.assertIn(kind, self.wrong(check, truth, changed, *rest))


def setting(*path, to):
    """Changes one place."""

    def change(data):
        *way, last = path
        for key in way:
            data = data[key]
        data[last] = to(data[last]) if callable(to) else to

    return change


class Lies(Case):
    def test_an_analysis(self):
        truth, data = self.said(WHOLE, "analyze")
        without_last, larger = (lambda items: items[:-1]), (lambda number: number + 1)
        pair = lambda **values: lambda old: {"input": {**old["input"], **values}, "output": old["output"]}
        self.lies(
            compare.check_analysis,
            truth,
            data,
            ("buckets", setting("concretizable", to=without_last)),
            ("buckets", setting("concretizable", to=lambda buckets: [*buckets, ["always"]])),
            ("positive", setting("positive", to=without_last)),
            ("contradictory", setting("contradictory", to=larger)),
            ("implications", setting("implications", to=without_last)),
            ("implications", setting("implications", 0, "if", to=lambda names: [*names, "few"])),
            ("basis", setting("basis", to=without_last)),
            ("independent", setting("independent", to=True)),
            ("complete", setting("complete", to=True)),
            ("raises", setting("raises", to=[])),
            ("raises", setting("raises", 0, "exception", to="KeyError")),
            ("raises", setting("raises", 0, "pair", to=pair(a=[0, 0]))),
            ("smallest by size", setting("raises", 0, "pair", to=pair(b=["v"]))),
            ("smallest by size", setting("raises", 0, "pair", to=pair(a=[2]))),
            ("difference", setting("difference", "reference", to=False)),
            ("difference", setting("difference", "fails", to=[])),
            ("always true", setting("always_true", to=[])),
            ("redundant", setting("redundant", to=[])),
            ("spare", setting("spare", to=["second"])),
            ("spare", setting("spare", to=[])),
            ("never alone", setting("never_alone", 0, "with", to=[])),
            ("not implied", setting("not_implied", to=[])),
            ("not implied", setting("not_implied", 0, "pair", to=pair(b=[]))),
        )

    def test_the_size_order(self):
        truth = Truth(WHOLE)
        pairs = [((0, 1), (), 1), ((1, 0), (), 1), ((1, 1), (), 0)]
        for pair, wrong in zip(pairs, ([], ["smallest of its size"], ["smallest of its size"])):
            self.assertEqual(self.wrong(compare.check_pair, truth, "raises", truth.write(pair), pairs), wrong)
        self.assertEqual(truth.size(((0, 2), (("V", 0), ("V", 1)), 1)), (4, 4, 2, 3))
        self.assertEqual(truth.position(((0, 2), (("V", 1),), 1)), truth.position(((0, 2), (("V", 0),), 1)))
        self.assertIsNone(truth.position(((0, 2), (("V", 0), ("V", 1)), 1)))

    def test_an_order(self):
        first = (
            HEAD
            + "def is_valid(a: Input[Unordered[list[Num]]], r: Output[Num]) -> bool: ...\n\nscope(Num=range(3), a=2)\n"
        )
        dependent = first + "\n@subproperty\ndef first(a, r):\n    return not a or a[0] == r\n"
        blind = first + "\n@subproperty\ndef first(a, r):\n    return r in a\n"
        truth, data = self.said(dependent, "analyze")
        _, claims = self.said(blind, "analyze")
        self.assertEqual(self.wrong(compare.check_analysis, truth, data), [])
        self.assertEqual(self.wrong(compare.check_analysis, truth, claims), ["no order matters"])
        self.assertEqual(self.wrong(compare.check_analysis, Truth(blind), data), ["depends on an order"])
        suite = {"options": {"engine": "solver"}, "contradictory": {"count": 1}, "buckets": []}
        self.assertEqual(self.wrong(check_suite, truth, suite), ["no order matters"])
        self.assertEqual(self.wrong(check_suite, truth, {**suite, "order_undecided": ["first"]}), [])

    def test_a_suite(self):
        path = pathlib.Path(self.folder.name) / "suite.json"
        truth, _ = self.said(CORRECT, "suite", "-o", path, "--tests", 4, "--engine", "solver")
        suite = json.loads(path.read_text())
        negative = next(i for i, b in enumerate(suite["buckets"]) if not b["tests"][0]["expect"])
        tests = ("buckets", negative, "tests")
        first = lambda key: ("buckets", 0, "tests", 0, key)
        smallest = suite["buckets"][0]["tests"]
        flipped = {"functional": "relational", "relational": "functional"}
        only_one = "only 1 pair exists within the scope, up to renaming"
        self.lies(
            check_suite,
            truth,
            suite,
            ("test in its bucket", setting(*tests, 0, "input", to={"a": [0, 0], "b": []})),
            ("test in its bucket", setting("buckets", 0, "fails", to=["second"])),
            ("expect", setting(*first("expect"), to=False)),
            ("test inside the scope", setting(*first("kind"), to="large")),
            (
                "smallest by size",
                setting("buckets", 0, "tests", to=lambda t: [{**t[-1], "kind": "smallest", "proven": True}, *t[1:-1]]),
            ),
            ("positive kind", setting(*first("positive_kind"), to=flipped.get)),
            ("no two tests alike", setting("buckets", 0, "tests", to=lambda t: [*t, t[0]])),
            (
                "number of pairs",
                setting("buckets", 0, "short", to=only_one)
                if "short" in suite["buckets"][0]
                else lambda s: s["buckets"][0].update(short=only_one),
            ),
            ("suite: buckets", setting("buckets", to=lambda b: b[:-1])),
            ("suite: only large", lambda s: s["buckets"][0].update(only_large=True)),
            ("suite: contradictory", setting("contradictory", "count", to=0)),
            ("suite: implications", setting("contradictory", "implications", to=[])),
            ("suite: focused", setting("buckets", negative, "focused_on", to=[])),
        )
        self.assertEqual(smallest[0]["kind"], "smallest")

    def test_what_a_file_declares(self):
        truth, data = self.said(WHOLE, "check")
        self.lies(
            compare.check_declarations,
            truth,
            data,
            ("check: reference", setting("has_reference", to=False)),
            ("check: inputs", setting("inputs", to=[])),
            ("check: outputs", setting("outputs", 0, "name", to="s")),
            ("check: preconditions", setting("preconditions", to=[])),
            ("check: subproperties", setting("subproperties", 0, "params", to=["r", "a"])),
            ("check: kinds", setting("subproperties", 0, "kind", to="error")),
            ("check: scope", setting("scope", "a", to=3)),
        )

    def test_other_commands(self):
        truth, data = self.said(WHOLE, "analyze", "--engine", "random", "--candidates", 500)
        swapped = lambda found: [{**found[0], "pair": found[1]["pair"]}, *found[1:]]
        self.lies(
            compare.check_random,
            truth,
            data,
            ("drawn pair", setting("found", to=swapped)),
            ("not found", setting("not_found", "buckets", to=99)),
        )
        truth, data = self.said(WHOLE, "analyze", "--engine", "both", "--candidates", 500)
        self.lies(
            compare.check_engines,
            truth,
            data["engines"],
            ("engines agree", setting("sampled", 0, "fails", to=["always"])),
        )
        second, member = truth.subproperties[:2]
        _, data = self.said(WHOLE, "analyze", "--compare", "second", "member")
        comparison = lambda truth, report, data: compare.check_comparison(truth, report, second, member, data)
        self.lies(
            comparison,
            truth,
            data,
            ("relation", setting("relation", to="equal")),
            ("compare", setting("only_second", to=None)),
            ("compare", setting("both", to=data["neither"])),
            ("compare", setting("raises", to=None)),
        )
        _, data = self.said(WHOLE, "analyze", "--why", "member")
        why = lambda truth, report, data: compare.check_why(truth, report, 0b10, data)
        self.lies(
            why, truth, data, ("why", setting("concretizable", to=True)), ("reasons", setting("reasons", "hold", to=[]))
        )

    def test_a_proof(self):
        folder = pathlib.Path(self.folder.name) / "proof"
        truth, _ = self.said(WHOLE, "analyze", "--proof", folder)
        manifest = json.loads((folder / "manifest.json").read_text())
        swapped = lambda found: [{**found[0], "pair": found[1]["pair"]}, *found[1:]]
        self.lies(
            compare.check_manifest,
            truth,
            manifest,
            ("proven buckets", setting("concretizable", to=lambda buckets: buckets[1:])),
            ("pair of a proof", setting("concretizable", to=swapped)),
            ("proven implications", setting("implications", to=lambda found: found[1:])),
        )

    def test_hand_written_tests(self):
        pair = lambda a, b, r, expect: {"input": {"a": a, "b": b}, "output": {"r": r}, "expect": expect}
        tests = [
            pair([1, 2], ["x", "y"], 2, True),
            pair([], [], 2, True),
            pair([1], [], 2, True),
            pair([1, 2], ["y", "z"], 2, False),
            pair([1, 2], [], 0, False),
            pair([1, 2], [], 1, False),
        ]
        path = pathlib.Path(self.folder.name) / "tests.jsonl"
        path.write_text("".join(json.dumps(test) + "\n" for test in tests))
        truth, data = self.said(WHOLE, "classify", path)
        self.lies(
            compare.check_classification,
            truth,
            data,
            ("classify: bucket", setting("tests", 0, "bucket", "fails", to=["second"])),
            ("classify: invalid", setting("tests", 1, "invalid", to=None)),
            ("classify: raises", setting("tests", 2, "raises", to=None)),
            ("classify: right", setting("tests", 0, "right", to=False)),
            ("classify: repeats", setting("tests", 3, "repeats", to=None)),
            ("classify: contradicted", setting("tests", 5, "contradicted", to=False)),
            ("classify: concretizable", setting("concretizable", to=99)),
            ("classify: missing", setting("missing", to=lambda missing: missing[1:])),
            ("classify: focused", setting("missing_focused", to=[])),
            rest=(tests,),
        )
        path.write_text(json.dumps({k: v for k, v in tests[5].items() if k != "expect"}))
        truth, data = self.said(WHOLE, "explain", path)
        self.lies(
            compare.check_explanation,
            truth,
            data,
            ("explain", setting("fails", to=[])),
            ("explain: scope", setting("in_scope", to=False)),
            ("explain: positive", setting("positive", to=True)),
            ("explain: reference", setting("reference", to=False)),
            rest=(tests[5],),
        )


class Oracle(unittest.TestCase):
    def answers(self, body, *arguments):
        module = load(f"def f(a, b=()):\n    {body}\n")
        made = [module.set(argument) for argument in arguments]
        return outcomes(module.f, lambda: [kind(argument) for kind, argument in zip(map(type, made), arguments)])

    def test_every_set_has_an_order_of_its_own(self):
        first = "for x in {0}:\n        for y in {1}:\n            return x == y"
        self.assertEqual(self.answers(first.format("a", "b"), {1, 2}, {1, 2})[0], {True, False})
        self.assertEqual(self.answers(first.format("set(a)", "{n for n in a}"), {1, 2})[0], {True, False})
        self.assertEqual(self.answers(first.format("a | b", "a & a"), {1}, {2})[0], {True, False})
        # One set iterates alike twice; a frozenset is its own copy.
        self.assertEqual(self.answers(f"a = frozenset(a)\n    {first.format('a', 'frozenset(a)')}", {1, 2})[0], {True})
        self.assertEqual(self.answers(first.format("frozenset(a)", "frozenset(a)"), {1, 2})[0], {True, False})
        self.assertEqual(self.answers(first.format("a", "a"), {1, 2, 3})[0], {True})

    def test_orders_that_do_not_matter(self):
        self.assertEqual(self.answers("return sorted(a) == [1, 2, 3]", {1, 2, 3}), ({True}, True))
        self.assertEqual(self.answers("return sum(a) == len(b)", {1, 2}, {4, 5, 6}), ({True}, True))

    def test_exceptions_are_answers(self):
        self.assertEqual(self.answers("for x in a:\n        return 1 // x", {0, 1})[0], {True, "ZeroDivisionError"})
        self.assertEqual(self.answers("for x in a:\n        a.add(x + 5)", {0, 1})[0], {"RuntimeError"})

    def test_implications_by_hand(self):
        self.assertEqual(lattice.implications(2, {0b00, 0b10, 0b11}), {(0b10, 0b01)})
        self.assertEqual(lattice.implications(1, set()), {(0, 0)})
        self.assertTrue(lattice.is_basis(2, {0b00, 0b10, 0b11}, {(0b10, 0b01)}))
        self.assertFalse(lattice.is_basis(2, {0b00, 0b10, 0b11}, set()))

    def test_the_pairs_of_a_scope(self):
        truth = Truth(WHOLE)
        # Lists of up to two of three numbers, sets of up to two of two atoms, three numbers.
        self.assertEqual(truth.pair_count, (1 + 3 + 9) * (1 + 2 + 1) * 3)
        self.assertEqual(set(truth.raising), {("second", "IndexError")})

    def test_the_same_seed_gives_the_same_file(self):
        self.assertEqual(problem(7), problem(7))
        self.assertNotEqual(problem(7), problem(8))

    def test_shrinking_keeps_what_is_wrong(self):
        small = shrink(WHOLE, lambda text: ("second", "IndexError") in Truth(text).raising)
        self.assertIn("a[1]", small)
        self.assertNotIn("few", small)
        self.assertLess(len(small), len(WHOLE) * 2 // 3)


if __name__ == "__main__":
    unittest.main()
