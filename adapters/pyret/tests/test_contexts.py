"""The contexts of the web editor: every name of every table, one by one.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests
"""

import json
import pathlib
import unittest

from case import Case, FOLDER
from driver import ADAPTER

TABLES = json.loads((ADAPTER / "lib/contexts.json").read_text())
# The names that each module of the installed Pyret provides.
INSTALLED = json.loads((pathlib.Path(FOLDER) / "prepared/provides.json").read_text())
SAME = "fun is-valid(a, b): a == b end\n"


def names_of(context):
    """{"map": ("lists", "map"), "type List": ("lists", "List"), …}"""
    table = TABLES[context]
    names = names_of(table["like"]) if "like" in table else {}
    for module, entries in table.get("names", {}).items():
        for entry in entries:
            kind = "type " if entry.startswith("type ") else ""
            original, _, name = entry.removeprefix("type ").partition(" as ")
            names[kind + (name or original)] = (module, original)
    return names


def installed(context):
    return {*INSTALLED[context]["values"], *(f"type {name}" for name in INSTALLED[context]["types"])}


def line_of(context):
    return f"use context {context}\n" if context else ""


class Tables(unittest.TestCase):
    def test_every_name_is_provided_by_its_module(self):
        for context in TABLES:
            for name, (module, original) in names_of(context).items():
                if module != "dcic":
                    kind = "types" if name.startswith("type ") else "values"
                    self.assertIn(original, INSTALLED[module][kind], f"{name} of {context}")

    def test_contexts_that_are_installed_have_exactly_these_names(self):
        for context in ["essentials2020", "starter2024"]:
            known = set(names_of(context))
            self.assertEqual(known, installed(context), context)

    def test_essentials2021_is_starter2024_without_what_was_added(self):
        added = set(names_of("starter2024")) - set(names_of("essentials2021"))
        self.assertEqual(set(names_of("essentials2021")) - set(names_of("starter2024")), set())
        self.assertEqual(
            added,
            {"E", "abs", "cos", "dilate", "expt", "negate", "raw-array-concat", "raw-array-sort-by", "sin", "sqr", "sqrt"}
            | {"string-find", "string-find-index", "string-find-opt", "string-get-index", "tan"},
        )
        self.assertEqual(names_of("essentials2024"), names_of("essentials2021"))

    def test_lists(self):
        """What the contexts differ in most: the functions on lists."""
        of = lambda context: {name for name, (module, _) in names_of(context).items() if module == "lists"}
        self.assertNotIn("length", of("essentials2020"))
        self.assertIn("map2", of("essentials2020"))
        for name in ["length", "sort", "sort-by", "member", "all2", "distinct", "foldl", "get", "take-while", "type List"]:
            self.assertIn(name, of("essentials2021"))


class Visible(Case):
    """Each context in a program that mentions all of its names."""

    def mentions(self, names):
        values = [name for name in names if not name.startswith("type ")]
        types = [name.removeprefix("type ") for name in names if name.startswith("type ")]
        used = "".join(f"  ignored-{index} = {name}\n" for index, name in enumerate(values))
        typed = "".join(f"  typed-{index} = lam(x :: {name}): x end\n" for index, name in enumerate(types))
        return f"fun is-valid(a, b):\n{used}{typed}  a == b\nend\n"

    def test_all_names_of_all_contexts(self):
        for context in TABLES:
            with self.subTest(context):
                names = names_of(context)
                submission, answer = self.compile(line_of(context) + self.mentions(names))
                self.assertEqual(answer, {"compiled": True})
                # Nothing was found elsewhere.
                program = json.loads((submission.build / "program.json").read_text())
                self.assertEqual(program["notes"], [])

    def test_all_names_of_a_context_have_values(self):
        for context in ["", "starter2024", "dcic2021"]:
            with self.subTest(context):
                self.assertEqual(self.accepts(line_of(context) + self.mentions(names_of(context)), (1, 1)), [True])

    def test_names_of_other_contexts_are_found_with_a_note(self):
        worker = self.started(self.compile("fun is-valid(a, b): length(a) == sqr(b) end")[0])[1]
        self.assertEqual(
            worker["ready"]["notes"],
            ["`length` is not in the context of the file; it was taken from `lists`", "`sqr` is not in the context of the file; it was taken from `starter2024`"],
        )

    def test_own_definitions_come_first(self):
        # `length` and `sort` are parameters or functions of the file, in contexts with and without them.
        for context in ["", "essentials2021"]:
            text = line_of(context) + "fun sort(l): l end\nfun is-valid(length, b): sort(length) == b end"
            self.assertEqual(self.accepts(text, (1, 1)), [True], context)

    def test_modules_by_their_name(self):
        for line in ["", "import lists as lists\nimport sets as sets\n", "include lists\n", "use context essentials2021\nimport sets as sets\n", "use context essentials2020\n"]:
            with self.subTest(line):
                text = line + "fun is-valid(a, b): (lists.length(a) == b) and ([sets.set: 1] == [sets.list-set: 1]) end"
                self.assertEqual(self.accepts(text, ([1, 2], 2)), [True])

    def test_lists_beside_the_context(self):
        for line in ["import lists as L", "use context starter2024\nimport lists as L", "use context essentials2020\nimport lists as L"]:
            text = line + "\nfun is-valid(a, b): L.length(a) == map({(x): x}, b).length() end"
            self.assertEqual(self.accepts(text, ([1], [2]), ([1], [])), [True, False])

    def test_everything_of_a_module(self):
        text = "include lists\ninclude sets\nfun is-valid(a, b): list-to-set(sort(a)) == list-to-set(reverse(b)) end"
        self.assertEqual(self.accepts(text, ([1, 2], [2, 1])), [True])

    def test_single_names(self):
        for line in ["import length, sort-by from lists", "import lists as L\ninclude from L: length, sort-by end", "import lists as L\ninclude from L: * end"]:
            self.assertEqual(self.accepts(line + "\nfun is-valid(a, b): length(a) == b end", ([1, 2], 2)), [True])

    def test_renamed_names(self):
        text = "import lists as L\ninclude from L: length as size end\nfun is-valid(a, b): size(a) == b end"
        self.assertEqual(self.accepts(text, ([1, 2], 2)), [True])

    def test_images_are_names_that_raise(self):
        text = "use context essentials2021\nfun is-valid(a, b): image-width(overlay(text('a', 3, 'red'), empty-image)) == b end"
        raised = self.answers(text, (1, 1))[0]["raised"]
        self.assertEqual((raised["message"], raised["line"]), ("canvas.createCanvas is not available here", 2))

    def test_an_unknown_context(self):
        worker = self.started(self.compile("use context mine2030\nfun is-valid(a, b): length(a) == b end")[0])[1]
        self.assertEqual(worker["ready"]["notes"], ["the context `mine2030` is missing; its names were taken from `starter2024`"])

    def test_a_module_as_context(self):
        self.assertEqual(self.accepts("use context global\n" + SAME, (1, 1)), [True])

    def test_tables_of_dcic(self):
        people = "people = table: name, age\n  row: \"a\", 3\n  row: \"b\", 5\n  row: \"c\", 3\nend\n"
        calls = {
            "get-row(people, 1)[\"age\"]": 5,
            "filter-with(people, {(r): r[\"age\"] > 3}).length()": 1,
            "order-by(people, \"age\", false).column(\"name\").first": '"b"',
            "build-column(people, \"double\", {(r): r[\"age\"] * 2}).column(\"double\")": "[list: 6, 10, 6]",
            "add-row(people, people.row(\"d\", 9)).length()": 4,
            "add-col(people, \"n\", [list: 1, 2, 3]).column(\"n\")": "[list: 1, 2, 3]",
            "select-columns(people, [list: \"age\"]).column-names()": '[list: "age"]',
            "transform-column(people, \"age\", {(n): n + 1}).column(\"age\")": "[list: 4, 6, 4]",
            "create-table-with-col(\"x\", [list: 1, 2]).column(\"x\")": "[list: 1, 2]",
            "{mean(people, \"age\"); median(people, \"age\"); sum(people, \"age\"); modes(people, \"age\")}": "{11/3; 3; 11; [list: 3]}",
            "count(people, \"age\").column(\"count\")": "[list: 1, 2]",
            "group(people, \"age\").column(\"subtable\").map({(t): t.length()})": "[list: 1, 2]",
            "count-many(people, [list: \"age\", \"name\"]).length()": 2,
        }
        body = " and\n".join(f"  ({call} == {value})" for call, value in calls.items())
        for line in ["use context dcic2024", "use context dcic2021", 'include shared-gdrive("dcic-2021", "1wyQ")']:
            with self.subTest(line):
                self.assertEqual(self.accepts(f"{line}\n{people}fun is-valid(a, b):\n{body}\nend", (1, 1)), [True])

    def test_charts_raise(self):
        raised = self.answers("use context dcic2024\nfun is-valid(a, b): histogram(a, b, 3) end", (1, 1))[0]["raised"]
        self.assertEqual((raised["class"], raised["message"], raised["line"]), ("raise", "charts cannot be drawn here", 2))


if __name__ == "__main__":
    unittest.main()
