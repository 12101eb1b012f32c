"""Mutants: each operator does what it says, and families are distinct and reproducible."""

import ast
import os
import subprocess
import sys
import unittest
import warnings
from collections import Counter
from pathlib import Path

STUDY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(STUDY))

import mutants  # noqa: E402
from mutants import OPERATORS, Mutant, family, first_order, second_order  # noqa: E402

EXAMPLE = '''
"""Sorting, place by place."""

def count(xs, x):
    """How often x is listed."""
    total = 0
    for y in xs:
        if x == y:
            total += 1
    return total

def is_valid(xs, ys):
    """The output is sorted and has the same elements."""
    if len(xs) != len(ys):
        return False
    for i in range(len(ys) - 1):
        if ys[i] > ys[i + 1]:
            return False
    for x in xs:
        if count(xs, x) != count(ys, x):
            return False
    return True
'''

# For each operator: the body of `is_valid(a, b)`, and a part of one of its mutants. A body of one line is returned.
SAMPLES: list[tuple[str, str, str]] = [
    ("set for multiset", "Counter(a) == b", "Counter(set(a)) == b"),
    ("set for multiset", "a.count(1) == 2", "int(1 in a) == 2"),
    ("set for multiset", "len(a) == 2", "len(set(a)) == 2"),
    ("set for multiset, both sides", "sorted(a) == sorted(b)", "sorted(set(a)) == sorted(set(b))"),
    ("multiset for set", "set(a) == set(b)", "sorted(a) == sorted(b)"),
    ("multiset for set", "len(set(a)) == 2", "len(list(a)) == 2"),
    ("multiset for set", "{x for x in a} == b", "[x for x in a] == b"),
    ("one direction of containment", "set(a) == set(b)", "set(a) <= set(b)"),
    ("one direction of containment", "set(a) != set(b)", "not set(a) >= set(b)"),
    ("one direction of containment", "a.issubset(b)", "a.issuperset(b)"),
    ("only lengths", "list(a) == b", "len(list(a)) == len(b)"),
    ("only as far as both go", "sorted(a) == b", "all((p == q for p, q in zip(sorted(a), b)))"),
    ("only neighbours", "all(x < y for x, y in combinations(a, 2))", "all((x < y for x, y in zip(a, list(a)[1:])))"),
    ("only neighbours", "for i in range(3):\n    for j in range(i + 1, 3):\n        print(i, j)",
     "for j in range(i + 1, min(i + 1 + 1, 3)):"),
    ("skip first", "all(x for x in a)", "all((x for x in list(a)[1:]))"),
    ("skip last", "for x in a:\n    print(x)", "for x in list(a)[:-1]:"),
    ("one element only", "for x in a:\n    print(x)", "for x in list(a)[-1:]:"),
    ("first or last occurrence", "{v: i for i, v in enumerate(a)}", "{v: i for i, v in reversed(list(enumerate(a)))}"),
    ("first or last occurrence", "for i in b:\n    a[i] = 1", "a.setdefault(i, 1)"),
    ("first or last occurrence", "a.index(b)", "len(a) - 1 - list(reversed(a)).index(b)"),
    ("element taken as known", "a.get(b, 0) == 1", "a[b] == 1"),
    ("element taken as known", "if b in a:\n    print(a[b])", "def is_valid(a, b):\n    print(a[b])"),
    ("element taken as known", "b not in a", "list(a).index(b) < 0"),
    ("raises on unseen", "True", "[list(a).index(part) for part in b]"),
    ("raises on unseen", "all(p < q for p, q in a)",
     "[[part for whole in a for part in whole].index(part) for part in b]"),
    ("wrong empty case", "a == b", "if not a:\n        return True\n    return a == b"),
    ("missing empty case", "if not a:\n    return False\nreturn a[0] == b",
     "def is_valid(a, b):\n    return a[0] == b"),
    ("early return", "for x in a:\n    if x:\n        continue\n    return False\nreturn True",
     "if x:\n            return True\n"),
    ("early return", "for x in a:\n    print(x)\nreturn True", "print(x)\n        return True"),
    ("first round only", "for x in a:\n    print(x)", "print(x)\n        break"),
    ("while becomes if", "while a:\n    a.pop()", "if a:\n        a.pop()"),
    ("failure forgotten", "for x in a:\n    if x:\n        return False\nreturn True", "if x:\n            break"),
    ("failure forgotten", "for x in a:\n    if x:\n        return False\nreturn True", "if x:\n            pass"),
    ("jump changed", "for x in a:\n    if x:\n        break\n    print(x)", "if x:\n            continue"),
    ("statement deleted", "if a > b:\n    return False\nreturn True", "def is_valid(a, b):\n    return True"),
    ("statement deleted", "a.append(1)\nreturn a == b", "def is_valid(a, b):\n    return a == b"),
    ("loop deleted", "for x in a:\n    print(x)\nreturn True", "def is_valid(a, b):\n    return True"),
    ("answer missing", "a == b", "def is_valid(a, b):\n    a == b"),
    ("not a Boolean", "a == b", "return a == b or None"),
    ("one branch only", "1 if a else 2", "return 2"),
    ("branches swapped", "1 if a else 2", "return 2 if a else 1"),
    ("statements swapped", "for x in a:\n    print(x)\n    b.add(x)", "b.add(x)\n        print(x)"),
    ("check too late", "for x in a:\n    b += x\n    if b > 2:\n        return False\nreturn True",
     "        b += x\n    if b > 2:\n"),
    ("filter dropped", "[x for x in a if x > b]", "[x for x in a]"),
    ("base case changed", "if a == b:\n    return True\nreturn is_valid(a[1:], b)", "return True\n    return True"),
    ("accumulator overwritten", "for x in a:\n    b += x\nreturn b > 0", "b = x"),
    ("nested loops side by side", "all(x < y for x in a for y in b)", "all((x < y for x, y in zip(a, b)))"),
    ("operand dropped", "a and b", "return b"),
    ("and for or", "a and b", "return a or b"),
    ("all for any", "all(a)", "return any(a)"),
    ("condition negated", "not a", "return a"),
    ("condition negated", "if all(a):\n    print(b)", "if not all(a):"),
    ("boundary", "a < b", "a <= b"),
    ("comparison changed", "a == b", "a != b"),
    ("comparison changed", "a in b", "a not in b"),
    ("link dropped", "0 <= a < b", "return a < b"),
    ("identity for equality", "a == b", "a is b"),
    ("operands swapped", "a - b", "b - a"),
    ("operands swapped", "a <= b", "b <= a"),
    ("range off by one", "range(len(a))", "range(len(a) - 1)"),
    ("range off by one", "range(len(a))", "range(1, len(a))"),
    ("index off by one", "a[0] == b", "a[1] == b"),
    ("slice off by one", "a[1:]", "a[2:]"),
    ("constant off by one", "a == 3", "a == 4"),
    ("True for False", "return False", "return True"),
    ("plus for minus", "a + b", "a - b"),
    ("term dropped", "len(a) + len(b)", "return len(b)"),
    ("min for max", "min(a)", "max(a)"),
    ("length for sum", "sum(a)", "len(list(a))"),
    ("order changed", "sorted(a)", "sorted(a, reverse=True)"),
    ("order changed", "sorted(a, key=b)", "return sorted(a)"),
    ("method changed", "a.append(b)", "a.insert(0, b)"),
    ("arguments swapped", "zip(a, b)", "zip(b, a)"),
    ("parameters swapped", "a < b", "def is_valid(b, a):"),
    ("targets swapped", "[x for x, y in a]", "[x for y, x in a]"),
    ("wrong field", "a.start <= b.end", "a.end <= b.end"),
    ("wrong iterable", "[x for x in a]", "[x for x in b]"),
    ("wrong variable", "c = len(a)\nd = len(b)\nreturn c > 2", "return d > 2"),
    ("element for its field", "for i in range(2):\n    if a[i] > b:\n        return False", "if i > b:"),
    ("counter for element", "all(x < 3 for i, x in enumerate(a))", "all((i < 3 for i, x in enumerate(a)))"),
]
HELPERS = "def f(x):\n    return x\n\ndef g(x):\n    return -x\n\n"


def predicate(body: str) -> str:
    """A predicate with two parameters; a body that is an expression is returned."""
    try:
        ast.parse(body, mode="eval")
        body = f"return {body}"
    except SyntaxError:
        pass
    return "def is_valid(a, b):\n" + "".join(f"    {line}\n" for line in body.splitlines())


def behaves(source: str) -> list[object]:
    """The answers of a predicate on all short lists."""
    names: dict = {}
    exec(compile(source, "predicate", "exec"), names)
    lists = [[], [1], [2], [1, 2], [2, 1], [1, 1]]
    return [names["is_valid"](xs, ys) for xs in lists for ys in lists]


class Operators(unittest.TestCase):
    def mutants_by(self, name: str, source: str) -> list[str]:
        """What an operator makes of a source, before other operators are considered."""
        module = ast.parse(source)
        return [
            ast.unparse(mutants.rebuilt(module, {edit.node: edit.new}))
            for edit in mutants._edits(module)
            if edit.operator == name
        ]

    def test_each_does_what_it_says(self) -> None:
        for name, body, expected in SAMPLES:
            with self.subTest(name, body=body):
                made = self.mutants_by(name, predicate(body))
                self.assertNotIn(expected, ast.unparse(ast.parse(predicate(body))))
                self.assertTrue(any(expected in text for text in made), "\n".join(made))

    def test_another_helper_is_called(self) -> None:
        made = self.mutants_by("wrong helper", HELPERS + predicate("f(a) == b"))
        self.assertTrue(any("g(a) == b" in text for text in made))

    def test_each_has_a_sample_and_a_sentence(self) -> None:
        self.assertEqual(set(OPERATORS), {name for name, _, _ in SAMPLES} | {"wrong helper"})
        for operator in OPERATORS.values():
            self.assertRegex(operator.says, r"^[A-Z`][^\n]*\.$")

    def test_variables_of_other_scopes_are_not_read(self) -> None:
        made = self.mutants_by("wrong variable", predicate("all(x in a for x in b) and all(y in b for y in a)"))
        self.assertFalse([text for text in made if "y in a for x" in text or "x in b for y" in text])

    def test_sets_lose_no_first_element(self) -> None:
        """The order of a set is arbitrary, so nothing may depend on it."""
        self.assertEqual(self.mutants_by("skip first", predicate("all(x in b for x in set(a))")), [])

    def test_annotations_and_docstrings_are_kept(self) -> None:
        source = 'def is_valid(a: list[int], b: "int") -> bool:\n    """1, 2."""\n    return a[1] < b\n'
        for mutant in first_order(source):
            self.assertIn('"""1, 2."""', mutant.source)
            self.assertIn("list[int]", mutant.source)


class Families(unittest.TestCase):
    def test_first_order(self) -> None:
        made = first_order(EXAMPLE)
        self.assertGreater(len(made), 60)
        self.assertEqual(made, first_order(EXAMPLE))
        self.assertTrue({mutant.operator for mutant in made} <= set(OPERATORS))
        lines = len(EXAMPLE.splitlines())
        self.assertTrue(all(1 <= mutant.line <= lines for mutant in made))
        self.assert_distinct(made)

    def test_line_is_where_the_change_is(self) -> None:
        lines = EXAMPLE.splitlines()
        for mutant in first_order(EXAMPLE):
            if mutant.operator == "boundary":
                self.assertIn(">", lines[mutant.line - 1])

    def test_second_order(self) -> None:
        made = second_order(EXAMPLE, 50, 3)
        self.assertEqual(len(made), 50)
        self.assertEqual(made, second_order(EXAMPLE, 50, 3))
        self.assertNotEqual(made, second_order(EXAMPLE, 50, 4))
        self.assertTrue(all(len(mutant.operator.split(" + ")) == 2 for mutant in made))
        self.assert_distinct(first_order(EXAMPLE) + made)

    def test_family_has_the_requested_size(self) -> None:
        for count in (1, 10, 60, 180, 300):
            made = family(EXAMPLE, count, 1)
            self.assertEqual(len(made), count)
            self.assert_distinct(made)

    def test_small_predicates_have_small_families(self) -> None:
        made = family("def is_valid(a):\n    return a\n", 500, 1)
        self.assertTrue(0 < len(made) < 500)
        self.assert_distinct(made, "def is_valid(a):\n    return a\n")

    def test_sample_keeps_every_operator_and_none_has_too_many(self) -> None:
        every = {mutant.operator for mutant in first_order(EXAMPLE)}
        made = [mutant.operator for mutant in family(EXAMPLE, 90, 1)]
        self.assertEqual({name for name in made if " + " not in name}, every)
        self.assertLessEqual(sum(" + " not in name for name in made), 60)
        shares = Counter(part for name in made for part in name.split(" + "))
        self.assertLess(max(shares.values()) / shares.total(), 0.16)

    def test_same_family_whatever_the_hash_seed(self) -> None:
        code = (
            "import sys, hashlib; sys.path.insert(0, sys.argv[1]); import mutants\n"
            "made = mutants.family(sys.stdin.read(), 150, 7)\n"
            "print(hashlib.sha256(repr(made).encode()).hexdigest())"
        )
        printed = {
            subprocess.run(
                [sys.executable, "-c", code, str(STUDY)], input=EXAMPLE, capture_output=True, text=True, check=True,
                env={**os.environ, "PYTHONHASHSEED": seed},
            ).stdout
            for seed in ("1", "2")
        }
        self.assertEqual(len(printed), 1)

    def test_most_mutants_behave_differently(self) -> None:
        right = behaves(EXAMPLE)
        made = [mutant for mutant in first_order(EXAMPLE)]
        differ = 0
        for mutant in made:
            try:
                differ += behaves(mutant.source) != right
            except Exception:
                differ += 1
        self.assertGreater(differ, len(made) * 0.7)

    def test_mutants_that_compile_to_the_same_code_are_the_same(self) -> None:
        one = "def is_valid(a):\n    '''Yes.'''\n    return a\n    return 1\n"
        other = "def is_valid(a):\n\n    return (a)\n"
        self.assertEqual(mutants._code(ast.parse(one)), mutants._code(ast.parse(other)))
        true, number = (ast.parse(f"def is_valid(a):\n    return {value}\n") for value in ("True", "1"))
        self.assertNotEqual(mutants._code(true), mutants._code(number))

    def assert_distinct(self, made: list[Mutant], original: str = EXAMPLE) -> None:
        """All compile, no two have the same text or code, and none has that of the original."""
        texts = [ast.unparse(ast.parse(text)) for text in (original, *(mutant.source for mutant in made))]
        self.assertEqual(len(set(texts)), len(texts))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for text in texts:
                compile(text, "predicate", "exec")
        self.assertEqual(len({mutants._code(ast.parse(text)) for text in texts}), len(texts))


if __name__ == "__main__":
    unittest.main()
