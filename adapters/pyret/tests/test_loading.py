"""How the Pyret adapter reads submissions, driven through pipes.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests
"""

import unittest

from case import Case

PERSON = [("Person", ["name", "age"])]
SAME = "fun is-valid(a, b): a == b end\n"


def person(name, age):
    return {"record": "Person", "fields": [name, age]}


class Failures(Case):
    def test_syntax(self):
        self.assertEqual(
            self.failure("fun helper(x):\n  x\nend\n\nfun is-valid(a, b:\n  true\nend"),
            {"why": "syntax", "message": 'Pyret didn\'t understand your program around ":"', "file": "sort.arr", "line": 5},
        )

    def test_unclosed(self):
        failed = self.failure("fun is-valid(a, b):\n  true\n")
        self.assertEqual((failed["why"], failed["file"]), ("syntax", "sort.arr"))

    def test_unterminated_string(self):
        failed = self.failure('fun is-valid(a, b):\n  a == "b\nend')
        self.assertEqual((failed["why"], failed["line"]), ("syntax", 2))

    def test_unbound_name(self):
        failed = self.failure("fun is-valid(a, b):\n  true and\n  (a == c)\nend")
        self.assertEqual((failed["why"], failed["file"], failed["line"]), ("invalid", "sort.arr", 3))
        self.assertEqual(failed["message"], "`c` is not defined")

    def test_shadowing(self):
        failed = self.failure("x = 1\nfun is-valid(a, b):\n  c = x\n  x = 2\n  a == c\nend")
        self.assertEqual((failed["why"], failed["line"]), ("invalid", 4))

    def test_not_well_formed(self):
        failed = self.failure("fun is-valid(a, b):\n  a == b\n  true\nend")
        self.assertEqual((failed["why"], failed["file"]), ("invalid", "sort.arr"))
        self.assertNotIn("file://", failed["message"])

    def test_messages_have_no_locations(self):
        self.assertEqual(
            self.failure("data D: d({p; q}) end\nfun is-valid(a, b): d == a end"),
            {"why": "invalid", "message": "Tuple binding not allowed as variant member", "file": "sort.arr", "line": 1, "notes": []},
        )

    def test_an_error_in_a_helper_is_reported_with_its_file(self):
        files = {"sort.arr": 'import file("h.arr") as H\nfun is-valid(a, b): H.f(a) end', "h.arr": "provide *\n\nfun f(x): y end\n"}
        failed = self.failure(files)
        self.assertEqual((failed["why"], failed["file"], failed["line"]), ("invalid", "h.arr", 3))

    def test_missing(self):
        text = "fun valid(x, y): x == y end\nfun three(a, b, c): a end\nsame = lam(a, b): a == b end\nnumber = 3\ndata P: p(a, b) end"
        self.assertEqual(
            self.failure(text), {"why": "missing", "message": "no function is-valid", "candidates": ["valid", "same"]}
        )

    def test_not_a_function(self):
        failed = self.failure("is-valid = 3")
        self.assertEqual((failed["why"], failed["file"]), ("missing", "sort.arr"))

    def test_ambiguous(self):
        self.assertEqual(
            self.failure({"a.arr": SAME, "b.arr": SAME}),
            {"why": "ambiguous", "message": "2 files define is-valid", "candidates": ["a.arr", "b.arr"]},
        )

    def test_arity(self):
        self.assertEqual(
            self.failure("fun is-valid(a): true end"),
            {"why": "arity", "message": "is-valid takes 1 argument, not 2", "file": "sort.arr"},
        )

    def test_arity_of_a_value(self):
        failed = self.failure("fun make(): lam(a, b, c): true end end\nis-valid = make()")
        self.assertEqual((failed["why"], failed["file"]), ("arity", "sort.arr"))

    def test_raising_at_the_top_level(self):
        self.assertEqual(
            self.failure("x = 1\ny = raise('at once')\nfun is-valid(a, b): y == x end"),
            {"why": "raised", "class": "raise", "message": "at once", "file": "sort.arr", "line": 2},
        )

    def test_an_import_that_does_not_exist(self):
        failed = self.failure('provide *\nimport shared-gdrive("gone.arr", "1x") as G\nfun is-valid(a, b): G.f(a) end\n')
        self.assertEqual((failed["why"], failed["file"], failed["line"]), ("invalid", "sort.arr", 3))
        self.assertEqual(failed["message"], "`f` is not defined")
        sketch = "fun f(arg1):\n  ...\nend"
        self.assertEqual(failed["undefined"], [{"name": "f", "file": "sort.arr", "line": 3, "from": "gone.arr", "sketch": sketch}])

    def test_a_module_that_does_not_exist(self):
        failed = self.failure("import no-such-module as N\nfun is-valid(a, b): N.f(a, b) end")
        self.assertEqual((failed["why"], failed["line"]), ("import", 1))
        self.assertEqual(failed["message"], "there is no module `no-such-module` here, and the predicate needs `f` from it (line 2)")

    def test_files_outside_are_not_imported(self):
        support = {"s.arr": "provide *\nfun f(x): true end\n"}
        failed = self.failure('import file("../build/x.arr") as N\nfun is-valid(a, b): N.f(a) end', support=support)
        self.assertEqual(failed["undefined"][0]["from"], "x.arr")

    def test_circular_imports(self):
        files = {"a.arr": 'import file("b.arr") as B\nfun is-valid(a, b): B.f(a) == b end\nfun g(x): x end'}
        files["b.arr"] = 'import file("a.arr") as A\nfun f(x): A.g(x) end'
        self.assertEqual(self.failure(files)["message"], "the files have circular imports")

    def test_circular_imports_that_are_not_needed(self):
        files = {"a.arr": 'import file("b.arr") as B\n' + SAME, "b.arr": 'import file("a.arr") as A\n'}
        self.assertEqual(self.accepts(files, (1, 1)), [True])

    def test_a_file_that_imports_itself(self):
        for line in ['import file("sort.arr") as S', 'import file("sort.arr") as S\ninclude file("sort.arr")']:
            self.assertEqual(self.accepts(f"{line}\nfun f(x): x end\nfun is-valid(a, b): S.f(a) == f(b) end", (1, 1)), [True])

    def test_names_that_are_passed_on_in_a_circle(self):
        for provide, use in [("provide: gone end", "gone(a)"), ("provide from C: * end", "gone(a)"), ("provide: module L end", "L.f(a)")]:
            files = {
                "sort.arr": f'include file("x.arr")\nfun is-valid(a, b): {use} end',
                "x.arr": f'{provide}\nimport file("y.arr") as C\ninclude file("y.arr")',
                "y.arr": f'{provide}\nimport file("x.arr") as C\ninclude file("x.arr")',
            }
            with self.subTest(provide):
                self.assertEqual(self.failure(files)["why"], "invalid")

    def test_names_that_javascript_knows(self):
        for name in ["toString", "constructor", "hasOwnProperty", "valueOf"]:
            with self.subTest(name):
                text = f'import {name}("x") as X\nfun {name}(n): n end\nfun is-valid(a, b): {name}(a) == b end'
                self.assertEqual(self.accepts(text, (1, 1)), [True])
                self.assertEqual(self.failure(f"fun is-valid(a, b): {name}(a) end")["undefined"][0]["name"], name)

    def test_the_compiler_continues_after_failures(self):
        self.failure("fun is-valid(")
        self.failure("fun is-valid(a, b): c end")
        self.assertEqual(self.accepts(SAME, (1, 1)), [True])

    def test_a_broken_file_that_nobody_imports(self):
        self.assertEqual(self.accepts({"sort.arr": SAME, "notes.arr": "fun fun"}, (1, 1)), [True])


class OwnTests(Case):
    def test_failing_checks_do_not_run(self):
        text = """fun is-valid(a, b):
          a == b
        where:
          is-valid(1, 2) is true
          raise("in where")
        end
        check "mine":
          is-valid(1, 1) is false
          is-valid() is true
          unheard-of(1) is 2
        end
        examples:
          is-valid(3, 4) is true
        end"""
        self.assertEqual(self.accepts(text, (1, 1), (1, 2)), [True, False])

    def test_checks_of_imported_files_do_not_run(self):
        files = {"sort.arr": 'include file("h.arr")\n' + SAME, "h.arr": "provide *\nfun h(): 1 end\ncheck: raise('no') is 1 end"}
        self.assertEqual(self.accepts(files, (1, 1)), [True])


    def test_tests_of_data_methods_and_inner_functions_do_not_run(self):
        text = """data P:
          | p(x) with: method m(self): self.x where: gone1(1) is 2 end
        where:
          gone2 is 1
        end
        fun is-valid(a, b):
          fun inner(c): c == a where: gone3 is 1 end
          inner(b)
        end"""
        self.assertEqual(self.accepts(text, (1, 1), (1, 2)), [True, False])


class Provides(Case):
    def test_without_provide_and_with_all_kinds(self):
        for provide in ["", "provide *\n", "provide { is-valid: is-valid } end\n", "provide *\nprovide-types *\n", "provide: * end\n"]:
            with self.subTest(provide):
                self.assertEqual(self.accepts(provide + SAME, (1, 1), (1, 2)), [True, False])

    def test_predicates_that_are_values(self):
        for text in ["is-valid = lam(a, b): a == b end", "is-valid = equal-always", "rec is-valid = lam(a, b): a == b end"]:
            with self.subTest(text):
                self.assertEqual(self.accepts(text, (1, 1), (1, 2)), [True, False])

    def test_tuples_at_the_top_level(self):
        self.assertEqual(self.accepts("{x; y} = {1; 2}\ndata D: d(p) | e end\n" + SAME, (1, 1)), [True])

    def test_another_name(self):
        self.assertEqual(self.accepts("fun is-sorted(a, b): a == b end", (1, 1), predicate="is-sorted"), [True])


class Contexts(Case):
    def test_contexts(self):
        contexts = ["essentials2020", "starter2024", "essentials2021", "starter2023", "dcic2024"]
        for line in [f"use context {name}\n" for name in contexts]:
            with self.subTest(line):
                text = line + "fun is-valid(a, b): a.length() == b.length() end"
                self.assertEqual(self.accepts(text, ([1], [2]), ([1], [])), [True, False])

    def test_a_context_from_the_drive(self):
        support = {"ctx.arr": "use context essentials2020\nprovide *\nprovide-types *\ndata Person: person(name, age) end\nfun f(x): x.age end"}
        text = 'use context shared-gdrive("ctx.arr", "1abc")\nfun is-valid(a :: Person, b): f(a) == b end'
        self.assertEqual(self.accepts(text, (person("x", 3), 3), support=support, records=PERSON), [True])


class Imports(Case):
    SUPPORT = {
        "common.arr": "provide *\nprovide-types *\ndata Person: person(name, age) end\nfun older(p): p.age + 1 end\n",
    }

    def test_every_kind_of_import_refers_to_a_local_file(self):
        for line, prefix in [
            ('import shared-gdrive("common.arr", "1FZ") as C', "C."),
            ('include shared-gdrive("common.arr", "1FZ")', ""),
            ('import my-gdrive("common.arr") as C', "C."),
            ('include my-gdrive("common.arr")', ""),
            ('import file("common.arr") as C', "C."),
            ('include file("common.arr")', ""),
            ('import file("some/where/common.arr") as C', "C."),
            ('import url("https://example.org/pyret/common.arr") as C', "C."),
        ]:
            with self.subTest(line):
                text = f"{line}\n\nfun is-valid(a :: {prefix}Person, b) block:\n  when b == 0: raise('zero') end\n  {prefix}older(a) == b\nend"
                good, zero = self.answers(text, (person("x", 3), 4), (person("x", 3), 0), support=self.SUPPORT, records=PERSON)
                self.assertEqual(good, {"answer": True})
                self.assertEqual((zero["raised"]["file"], zero["raised"]["line"]), ("sort.arr", 4))

    def test_include_from(self):
        text = 'import my-gdrive("common.arr") as C\ninclude from C: older, type Person end\nfun is-valid(a :: Person, b): older(a) == b end'
        self.assertEqual(self.accepts(text, (person("x", 3), 4), support=self.SUPPORT, records=PERSON), [True])

    def test_single_names(self):
        text = 'import older from my-gdrive("common.arr")\nfun is-valid(a, b): older(a) == b end'
        self.assertEqual(self.accepts(text, (person("x", 3), 4), support=self.SUPPORT, records=PERSON), [True])

    def test_the_submission_comes_before_the_support_folder(self):
        files = {"sort.arr": 'include my-gdrive("h.arr")\nfun is-valid(a, b): h == b end', "h.arr": "provide *\nh = 1"}
        self.assertEqual(self.accepts(files, (0, 1), support={"h.arr": "provide *\nh = 2"}), [True])

    def test_files_in_folders(self):
        files = {"src/sort.arr": 'include file("more/h.arr")\n' + SAME, "src/more/h.arr": 'provide *\nimport file("../g.arr") as G\nh = G.g', "src/g.arr": "provide *\ng = 1"}
        self.assertEqual(self.accepts(files, (1, 1)), [True])

    def test_builtin_modules(self):
        text = """import string-dict as SD
        import lists as L
        include math
        include statistics
        import sets as S
        import equality as E
        include image
        fun is-valid(a, b): (L.length(a) == 2) and (mean(a) == b) and ([SD.string-dict: "x", 1].get-value("x") == 1) end"""
        self.assertEqual(self.accepts(text, ([1, 3], 2)), [True])

    def test_an_exception_in_support_is_reported_at_the_line_of_the_submission(self):
        support = {"s.arr": "provide *\n\n\n\n\n\n\nfun boom(x): raise('boom') end"}
        text = 'include file("s.arr")\nfun is-valid(a, b):\n  boom(a)\nend'
        raised = self.answers(text, (1, 2), support=support)[0]["raised"]
        self.assertEqual(raised, {"class": "raise", "message": "boom", "file": "sort.arr", "line": 3})

    def test_windows_line_ends_and_byte_order_marks(self):
        text = "\ufeff# mine\r\nfun is-valid(a, b):\r\n  raise('x')\r\nend\r\n"
        self.assertEqual(self.answers(text, (1, 2))[0]["raised"]["line"], 3)


class Prelude(Case):
    PRELUDE = {"prelude.arr": "data Person: person(name, age) end\nfun older(p :: Person): p.age + 1 end\ntype Ages = List<Number>\n"}

    def test_it_is_part_of_every_submission(self):
        text = "fun is-valid(a :: Person, b :: Ages):\n  [list: older(a)] == b\nend"
        self.assertEqual(self.accepts(text, (person("x", 3), [4]), support=self.PRELUDE, records=PERSON), [True])

    def test_after_a_context_and_imports(self):
        text = "use context starter2024\nprovide *\nimport lists as L\nfun is-valid(a, b): older(a) == L.length(b) end"
        self.assertEqual(self.accepts(text, (person("x", 1), [4, 4]), support=self.PRELUDE, records=PERSON), [True])

    def test_the_submission_may_define_the_same_names(self):
        text = "data Person: person(name, age) end\nfun is-valid(a :: Person, b): a.age == b end"
        self.assertEqual(self.accepts(text, (person("x", 3), 3), support=self.PRELUDE, records=PERSON), [True])

    def test_a_submission_that_imports_it_already(self):
        for line in ['include file("prelude.arr")', 'include shared-gdrive("prelude.arr", "1x")', 'use context my-gdrive("prelude.arr")']:
            with self.subTest(line):
                text = f"{line}\nfun is-valid(a :: Person, b): older(a) == b end"
                support = {"prelude.arr": "use context essentials2020\n" + self.PRELUDE["prelude.arr"]}
                self.assertEqual(self.accepts(text, (person("x", 3), 4), support=support, records=PERSON), [True])

    def test_line_numbers_stay_the_same(self):
        raised = self.answers("fun is-valid(a, b):\n  raise('x')\nend", (1, 2), support=self.PRELUDE)[0]["raised"]
        self.assertEqual(raised["line"], 2)


if __name__ == "__main__":
    unittest.main()
