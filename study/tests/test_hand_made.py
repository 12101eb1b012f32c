"""Reading hand-written tests and tests of generated suites, for all six problems."""

import json
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Literal, NamedTuple, NewType, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hand_made import Test, letters, number_of, read, read_suite
from problem import Problem, load
from values import decode

TOPOSORT = {"input": {"edges": [["shirt", "tie"], ["tie", "jacket"]]}, "output": {"order": ["shirt", "tie", "jacket"]}}

RIGHT: dict[str, dict[str, Any]] = {
    "sortacle": {
        "input": {"people_in": [{"name": "Bo", "age": 3}, {"name": "Al", "age": 2}]},
        "output": {"people_out": [{"name": "Al", "age": 2}, {"name": "Bo", "age": 3}]},
    },
    "matcher": {
        "input": {"companies": [[0]], "candidates": [[0]]},
        "output": {"hires": {"set": [{"company": 0, "candidate": 0}]}},
    },
    "toposort": TOPOSORT,
    "dedupe": {"input": {"items": [4, "4", 4]}, "output": {"kept": [4, "4"]}},
    "merge": {"input": {"left": [1, 3], "right": [2]}, "output": {"merged": [1, 2, 3]}},
    "intervals": {
        "input": {"requests": {"set": [{"start": 0, "end": 2}, {"start": 1, "end": 3}]}},
        "output": {"chosen": [{"start": 0, "end": 2}]},
    },
}


def wrong(name: str) -> dict[str, Any]:
    """The same input with an empty output, which is wrong for all of them."""
    right = RIGHT[name]
    empty = {param: {"set": []} if type(value) is dict else [] for param, value in right["output"].items()}
    return {"input": right["input"], "output": empty}


def values(problem: Problem) -> tuple[Any, ...]:
    """The pair of `RIGHT` as a predicate receives it."""
    module = problem.module
    match problem.name:
        case "sortacle":
            bo, al = module.Person("Bo", 3), module.Person("Al", 2)
            return [bo, al], [al, bo]
        case "matcher":
            return [[0]], [[0]], {module.Hire(0, 0)}
        case "toposort":
            return [("shirt", "tie"), ("tie", "jacket")], ["shirt", "tie", "jacket"]
        case "dedupe":
            return [4, "4", 4], [4, "4"]
        case "merge":
            return [1, 3], [2], [1, 2, 3]
        case _:
            return {module.Interval(0, 2), module.Interval(1, 3)}, [module.Interval(0, 2)]


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, text: str) -> Path:
        path = self.folder / "tests"
        path.write_text(text, encoding="utf-8")
        return path

    def rejected(self, name: str, text: str) -> str:
        """The message for a file that cannot be read."""
        with self.assertRaises(ValueError) as caught:
            read(load(name), self.write(text))
        return str(caught.exception)


class HandMade(Files):
    def test_every_problem(self) -> None:
        for name, right in RIGHT.items():
            with self.subTest(name):
                problem = load(name)
                tests = [json.dumps(right | {"expect": True}), json.dumps(wrong(name) | {"expect": False})]
                first, second = read(problem, self.write("\n".join(["# first", "", *tests])))
                self.assertEqual(first.pair, values(problem))
                self.assertEqual((first.expect, second.expect), (True, False))
                self.assertTrue(problem.correct(first.bucket))
                self.assertFalse(problem.correct(second.bucket))
                self.assertEqual(second.bucket, problem.bucket(second.pair))

    def test_what_fails(self) -> None:
        problem = load("toposort")
        line = {"input": TOPOSORT["input"], "output": {"order": ["shirt", "tie"]}, "expect": False, "comment": "short"}
        expected = Test(
            ([("shirt", "tie"), ("tie", "jacket")], ["shirt", "tie"]),
            problem.bucket_of(["none_dropped", "same_num_vertices"]),
            False,
        )
        self.assertEqual(read(problem, self.write(json.dumps(line))), [expected])

    def test_values_have_the_types_of_the_problem(self) -> None:
        line = json.dumps(RIGHT["intervals"] | {"expect": True})
        (test,) = read(load("intervals"), self.write(line))
        requests, chosen = test.pair
        self.assertIs(type(requests), set)
        self.assertIsInstance(chosen[0], load("intervals").module.Interval)
        self.assertEqual(chosen[0].end, 2)

    def test_wrong_expectations_are_rejected(self) -> None:
        line = json.dumps(TOPOSORT | {"expect": False})
        message = self.rejected("toposort", f"# a comment\n\n{line}\n")
        self.assertIn("tests:3: wrong expectation", message)

    def test_invalid_pairs_are_rejected(self) -> None:
        line = {"input": {"edges": [["a", "b"], ["b", "a"]]}, "output": {"order": ["a", "b"]}, "expect": False}
        self.assertIn("tests:1: a precondition fails", self.rejected("toposort", json.dumps(line)))

    def test_other_values_are_rejected(self) -> None:
        lines = [
            ('{"input": {"left": [1.0], "right": []}, "output": {"merged": [1]}, "expect": true}', "input.left[0]"),
            ('{"input": {"left": [true], "right": []}, "output": {"merged": [1]}, "expect": true}', "input.left[0]"),
            ('{"input": {"left": []}, "output": {"merged": []}, "expect": true}', "input.right is missing"),
            ('{"input": {"left": [], "right": [], "up": []}, "output": {"merged": []}, "expect": true}', "up"),
            ('{"input": {"left": [], "right": []}, "output": {"merged": []}, "expect": 1}', "expect"),
            ('{"input": {"left": [], "right": []}, "output": {"merged": []}}', "expect"),
            ('{"input": {"left": [], "left": [], "right": []}, "output": {"merged": []}, "expect": true}', "twice"),
            ("[]", "not an object"),
            ("{", "tests:1"),
        ]
        for line, part in lines:
            with self.subTest(line):
                self.assertIn(part, self.rejected("merge", line))


class Suites(Files):
    def suite(self, problem: Problem, fails: list[str], *tests: dict[str, Any]) -> Path:
        """A suite with one bucket, with the fields that are read."""
        said = {"engine": "solver", "kind": "smallest", "positive_kind": None, "id": "08b46f7474e1"}
        names = [each.name for each in problem.subproperties]
        buckets = [{"fails": fails, "focused_on": [], "tests": [said | test for test in tests]}]
        return self.write(json.dumps({"format": 1, "subproperties": names, "buckets": buckets, "outside": []}))

    def test_every_problem(self) -> None:
        for name, right in RIGHT.items():
            with self.subTest(name):
                problem = load(name)
                fails = problem.names(problem.bucket(values(problem)))
                said = {"expect": True, "kind": "large", "engine": "random", "positive_kind": "functional"}
                (test,) = read_suite(problem, self.suite(problem, fails, right | said))
                self.assertEqual((test.kind, test.engine, test.positive_kind), ("large", "random", "functional"))
                self.assertEqual(test.bucket, problem.bucket_of(fails))
                self.assertTrue(test.expect)
                if name not in ("sortacle", "toposort", "dedupe"):
                    self.assertEqual(test.pair, values(problem))

    def test_atoms_have_the_kind_given_by_the_test(self) -> None:
        problem = load("toposort")
        pair = {"input": {"edges": [[3, 26], [0, 3]]}, "output": {"order": [0, 3, 26]}, "expect": True}
        for atoms, order in [
            ({"atoms": {"Vertex": "str"}}, ["a", "d", "aa"]),
            ({"atoms": {"Vertex": "int"}}, [0, 3, 26]),
            ({}, [0, 3, 26]),
        ]:
            (test,) = read_suite(problem, self.suite(problem, [], pair | atoms))
            self.assertEqual(test.pair[1], order)
            self.assertEqual(test.pair[0], [(order[1], order[2]), (order[0], order[1])])

    def test_atoms_of_records(self) -> None:
        problem = load("sortacle")
        people = [{"name": "c", "age": 1}]
        written = {"input": {"people_in": people}, "output": {"people_out": people}, "atoms": {"Name": "str"}}
        (test,) = read_suite(problem, self.suite(problem, [], written | {"expect": True}))
        person = problem.module.Person("c", 1)
        self.assertEqual(test.pair, ([person], [person]))

    def test_names_without_a_number_are_numbered_as_they_come(self) -> None:
        problem = load("dedupe")
        pair = {"input": {"items": ["b", "no!", "b"]}, "output": {"kept": ["b", "no!"]}, "expect": True}
        path = self.suite(problem, [], pair | {"atoms": {"Item": "int"}})
        # Something fails here, because an error subproperty looks at the last occurrence.
        with self.assertRaises(ValueError):
            read_suite(problem, path)
        (test,) = read_suite(problem, self.suite(problem, ["last_seen_order"], pair | {"atoms": {"Item": "int"}}))
        self.assertEqual(test.pair, ([0, 1, 0], [0, 1]))

    def test_wrong_suites_are_rejected(self) -> None:
        problem = load("merge")
        right = RIGHT["merge"]
        for fails, test, part in [
            (["ordered"], right | {"expect": True}, "fail, not ['ordered']"),
            ([], right | {"expect": False}, "wrong expectation"),
            ([], {"input": {"left": [2, 1], "right": []}, "output": {"merged": []}, "expect": False}, "precondition"),
        ]:
            with self.assertRaises(ValueError) as caught:
                read_suite(problem, self.suite(problem, fails, test))
            self.assertIn(part, str(caught.exception))
            self.assertIn("08b46f7474e1", str(caught.exception))

    def test_suites_of_another_problem_are_rejected(self) -> None:
        path = self.suite(load("merge"), [], RIGHT["merge"] | {"expect": True})
        with self.assertRaisesRegex(ValueError, "not a suite of toposort"):
            read_suite(load("toposort"), path)


class Values(unittest.TestCase):
    def test_names_of_atoms(self) -> None:
        for number, name in [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (701, "zz"), (702, "aaa")]:
            self.assertEqual(letters(number), name)
            self.assertEqual(number_of(name), number)
        self.assertEqual([number_of(name) for name in ["", "A", "a1", "zzzzzzzzzz", -1, 7]], [None] * 5 + [7])

    def test_decoding(self) -> None:
        class Point(NamedTuple):
            x: int
            tag: str

        count = NewType("count", int)
        for annotation, written, value in [
            (count, 10**20, 10**20),
            (bool, True, True),
            (Literal["(", ")"], ")", ")"),
            (tuple[int, str], [1, "a"], (1, "a")),
            (tuple[int, ...], [1, 2], (1, 2)),
            (frozenset[int], {"set": [2, 1]}, frozenset({1, 2})),
            (dict[str, list[int]], {"dict": [["b", [1]], ["a", []]]}, {"b": [1], "a": []}),
            (Optional[dict[int, int]], None, None),
            (list[int | None], [1, None], [1, None]),
            (Point, {"tag": "t", "x": 1}, Point(1, "t")),
        ]:
            with self.subTest(annotation=annotation):
                found = decode(annotation, written)
                self.assertEqual(found, value)
                self.assertIs(type(found), type(value))

    def test_entries_keep_their_order(self) -> None:
        self.assertEqual(list(decode(dict[int, int], {"dict": [[2, 0], [1, 0]]})), [2, 1])

    def test_invalid_values_are_rejected(self) -> None:
        for annotation, written in [
            (int, True),
            (int, "1"),
            (bool, 1),
            (Literal[1], True),
            (tuple[int, int], [1]),
            (set[int], [1]),
            (set[int], {"set": [1, 1]}),
            (dict[int, int], {"dict": [[1, 1], [1, 2]]}),
            (dict[int, int], {"1": 1}),
            (Optional[int], "a"),
            (load("sortacle").module.Person, {"name": "a"}),
            (load("sortacle").module.Person, {"name": 1, "age": 1}),
        ]:
            with self.subTest(annotation=annotation, written=written), self.assertRaises(ValueError):
                decode(annotation, written)


if __name__ == "__main__":
    unittest.main()
