"""Files of a course that nobody has, and names that nothing defines.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests
"""

import unittest

from case import Case
from driver import ADAPTER

PERSON = [("Person", ["name", "age"])]


def person(name, age):
    return {"record": "Person", "fields": [name, age]}


class MissingFiles(Case):
    def loaded(self, text, *calls, **rest):
        """The answers, and the notes."""
        submission, answer = self.compile(text, records=PERSON, **rest)
        self.assertEqual(answer, {"compiled": True})
        worker, answer = self.started(submission)
        self.assertIn("ready", answer)
        answers = [worker.ask({"test": index, "arguments": list(call)}).get("answer") for index, call in enumerate(calls)]
        return answers, answer["ready"].get("notes", [])

    NOTE = ["`common.arr` is missing; its types were taken from the problem file"]

    def test_every_kind_of_import(self):
        for line, prefix in [
            ('include shared-gdrive("common.arr", "1FZ")', ""),
            ('include my-gdrive("common.arr")', ""),
            ('include file("submission/common.arr")', ""),
            ('include url("https://example.org/common.arr")', ""),
            ('import shared-gdrive("common.arr", "1FZ") as C', "C."),
            ('import my-gdrive("common.arr") as C', "C."),
            ('import file("common.arr") as C', "C."),
            ('import url-file("https://example.org", "common.arr") as C', "C."),
            ('import my-gdrive("common.arr") as C\ninclude from C: type Person, person, is-person, is-Person end', ""),
        ]:
            with self.subTest(line):
                p = prefix
                text = f"{line}\nfun is-valid(a :: {p}Person, b :: {p}Person):\n  {p}is-person(a) and {p}is-Person(b) and (a == {p}person(b.name, 3))\nend"
                answers, notes = self.loaded(text, (person("x", 3), person("x", 4)), (person("x", 4), person("x", 4)))
                self.assertEqual((answers, notes), ([True, False], self.NOTE))

    def test_single_names(self):
        text = 'import person, is-person from my-gdrive("common.arr")\nfun is-valid(a, b): is-person(a) and (a == person("x", b)) end'
        self.assertEqual(self.loaded(text, (person("x", 3), 3)), ([True], self.NOTE))

    def test_cases_on_its_types(self):
        text = 'include my-gdrive("common.arr")\nfun is-valid(a, b): cases (Person) a: | person(name, age) => age == b end end'
        self.assertEqual(self.loaded(text, (person("x", 3), 3)), ([True], self.NOTE))

    def test_names_that_are_defined_again(self):
        text = 'import my-gdrive("common.arr") as C\ntype Person = C.Person\nperson = C.person\nmatchmaker = C.matchmaker\nfun is-valid(a :: Person, b): a == person("x", b) end'
        self.assertEqual(self.loaded(text, (person("x", 3), 3)), ([True], self.NOTE))

    def test_types_of_the_library(self):
        text = 'use context essentials2021\ninclude my-gdrive("common.arr")\nimport pick as pick\nfun is-valid(a :: Set<Number>, b):\n  cases (Pick) a.pick():\n    | pick-none => b == 0\n    | pick-some(e, r) => e == b\n  end\nend'
        answers, notes = self.loaded(text, ({"set": []}, 0), ({"set": [4]}, 4))
        self.assertEqual((answers, notes), ([True, True], ["`common.arr` is missing; its types were taken from Pyret's library"]))

    def test_atoms_and_numbers_of_the_problem(self):
        text = 'include my-gdrive("common.arr")\nfun is-valid(a :: Vertex, b :: List<Vertex>): b.member(a) end'
        self.assertEqual(self.accepts(text, ("x", ["x"]), types=["Vertex"]), [True])

    def test_a_context(self):
        text = 'use context shared-gdrive("cs.arr", "1abc")\nfun is-valid(a :: Person, b): length([list: a.age]) == b end'
        notes = ["the context `cs.arr` is missing; its names were taken from `starter2024`"]
        self.assertEqual(self.loaded(text, (person("x", 3), 1)), ([True], notes))

    def test_types_that_nothing_imports(self):
        self.assertEqual(self.loaded("fun is-valid(a :: Person, b): a.age == b end", (person("x", 3), 3)), ([True], []))

    def test_what_is_not_needed(self):
        text = 'include my-gdrive("common.arr")\nimport my-gdrive("other.arr") as O\nfun is-valid(a, b): a == b end\nfun oracle(f): O.tested(f) end'
        notes = [f"`{name}.arr` is missing; the predicate does not need it" for name in ["common", "other"]]
        self.assertEqual(self.loaded(text, (1, 1)), ([True], notes))

    def test_modules_of_the_editor(self):
        """Modules that the command line does not have do no harm while nothing of them is needed."""
        text = "include cpo\ninclude world\nimport gdrive-sheets as G\nimport js-file(\"x\") as X\nfun is-valid(a, b): a == b end"
        self.assertEqual(self.loaded(text, (1, 1)), ([True], ["`x` is missing; the predicate does not need it"]))

    def test_a_submission_that_defines_the_type_itself(self):
        text = 'include my-gdrive("common.arr")\ndata Person: person(name :: String, age :: Number) end\nfun is-valid(a :: Person, b): a == person("x", b) end'
        self.assertEqual(self.loaded(text, (person("x", 3), 3)), ([True], ["`common.arr` is missing; the predicate does not need it"]))

    def test_other_files_of_the_submission(self):
        """They too are reduced to what is needed."""
        files = {
            "code.arr": 'include shared-gdrive("common.arr", "1")\ninclude my-gdrive("helpers.arr")\nfun is-valid(a :: Person, b): older(a) == b end',
            "helpers.arr": 'provide: *, type * end\ninclude shared-gdrive("common.arr", "1")\nfun older(p :: Person): p.age + 1 end\nfun swapped(x): matchmaker(x) end\nbob = matchmaker(3)',
        }
        self.assertEqual(self.loaded(files, (person("x", 3), 4)), ([True], self.NOTE))

    def test_the_prelude_replaces_them(self):
        support = {"prelude.arr": "data Person: person(name, age) end\nfun all-true(l): l.all({(x): x}) end"}
        for line, prefix in [('include my-gdrive("common.arr")', ""), ('import my-gdrive("common.arr") as C', "C.")]:
            text = f'{line}\nfun is-valid(a :: {prefix}Person, b): {prefix}all-true([list: a == {prefix}person("x", b)]) end'
            self.assertEqual(self.loaded(text, (person("x", 3), 3), support=support), ([True], ["`common.arr` is missing"]), line)


class Undefined(Case):
    def test_all_names_are_listed(self):
        text = "fun is-valid(a, b):\n  all-true(a, b) and\n  all-true(b, a) and (limit == helper(a))\nend\nfun helper(x :: Thing): other.field end"
        failed = self.failure(text)
        self.assertEqual((failed["why"], failed["message"], failed["line"]), ("invalid", "`all-true` is not defined", 2))
        self.assertEqual(
            {(each["name"], each["line"], each["sketch"]) for each in failed["undefined"]},
            {
                ("all-true", 2, "fun all-true(arg1, arg2):\n  ...\nend"),
                ("limit", 3, "limit = ..."),
                ("Thing", 5, "type Thing = Any"),
                ("other", 5, "other = ..."),
            },
        )
        self.assertEqual({each["file"] for each in failed["undefined"]}, {"sort.arr"})

    def test_sketches_are_pyret(self):
        """What was asked for can be pasted into a prelude; the submission then compiles."""
        text = "fun is-valid(a :: Thing, b):\n  all-true(a, b) and (limit == 3)\nend"
        sketches = [each["sketch"] for each in self.failure(text)["undefined"]]
        submission, answer = self.compile(text, support={"prelude.arr": "\n".join(sketches)})
        self.assertEqual(answer, {"compiled": True})

    def test_a_missing_include_is_named(self):
        failed = self.failure('include my-gdrive("common.arr")\nfun is-valid(a, b):\n  all-true(a)\nend')
        self.assertEqual((failed["why"], failed["line"], failed["message"]), ("invalid", 3, "`all-true` is not defined"))
        self.assertEqual(failed["notes"], ["`common.arr` is missing"])
        self.assertEqual([(each["name"], each["from"]) for each in failed["undefined"]], [("all-true", "common.arr")])

    def test_a_missing_prefix(self):
        failed = self.failure('import my-gdrive("common.arr") as C\nfun is-valid(a, b): C.all-true(a) and C.other and third(a) end')
        self.assertEqual((failed["why"], failed["message"], failed["line"]), ("invalid", "`all-true` is not defined", 2))
        self.assertEqual(failed["notes"], ["`common.arr` is missing"])
        named = [(each["name"], each["line"], each.get("from")) for each in failed["undefined"]]
        self.assertEqual(named, [("all-true", 2, "common.arr"), ("other", 2, "common.arr"), ("third", 2, None)])

    def test_a_type_and_a_value_of_one_name(self):
        failed = self.failure("fun is-valid(a :: Thing, b): Thing(a) end")
        (only,) = failed["undefined"]
        self.assertEqual(set(only["sketch"].split("\n", 1)), {"type Thing = Any", "fun Thing(arg1):\n  ...\nend"})

    def test_names_outside_of_reach_are_not_listed(self):
        failed = self.failure("fun is-valid(a, b): gone(a) end\nfun oracle(x): lost(x) end")
        self.assertEqual([each["name"] for each in failed["undefined"]], ["gone"])

    def test_a_name_that_is_defined_later(self):
        failed = self.failure("fun is-valid(a, b): x == a end\nx = 1 + 2")
        self.assertEqual((failed["message"], failed["line"]), ("`x` is used before its definition on line 2", 1))
        self.assertNotIn("undefined", failed)

    def test_a_broken_file_that_is_needed(self):
        files = {"sort.arr": 'import file("h.arr") as H\nfun is-valid(a, b): H.f(a) end', "h.arr": "fun f(x):\n  )"}
        failed = self.failure(files)
        self.assertEqual((failed["why"], failed["file"], failed["line"]), ("syntax", "h.arr", 2))

class Documentation(Case):
    def test_the_example_runs_as_it_is(self):
        page = (ADAPTER.parent.parent / "docs/pyret.md").read_text()
        example = page.split("```pyret\n")[1].split("```")[0]
        calls = ([person("x", 3), person("y", 1)], [person("z", 1), person("z", 3)])
        self.assertEqual(self.accepts(example, calls, records=PERSON), [True])


if __name__ == "__main__":
    unittest.main()
