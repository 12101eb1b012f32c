"""Programs that once got another answer than Pyret gives, or took the compiler down.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests
"""

import unittest

from case import Case


def valid(body):
    return f"fun is-valid(a, b): {body} end\n"


class Shadowing(Case):
    def test_a_name_is_used_and_then_shadowed(self):
        add = "map({(x): x + 1}, a) == b"
        for text in [
            "old-map = map\nshadow map = lam(f, l): old-map(f, l) end\n" + valid(add),
            "fun twice(l): map({(x): x * 2}, l) end\nshadow map = lam(f, l): twice(l).map({(x): (x - x) + 2}) end\n" + valid(add),
            "var shadow map = map\n" + valid(add),
            "shadow map = map\nshadow map = map\n" + valid(add),
        ]:
            with self.subTest(text):
                self.assertEqual(self.accepts(text, ([1], [2])), [True])

    def test_an_import_is_used_and_then_shadowed(self):
        for line in ['include file("h.arr")', 'import f from file("h.arr")']:
            text = f"{line}\nfun g(x): f(x) end\nshadow f = lam(x): g(x) + 10 end\n" + valid("f(a) == b")
            self.assertEqual(self.accepts({"sort.arr": text, "h.arr": "provide *\nfun f(x): x + 1 end"}, (1, 12)), [True], line)

    def test_values_named_like_modules(self):
        for text, call in [
            ("sets = [list: 1, 2]\n" + valid("sets.length() == a"), (2, 0)),
            ("option = some(3)\n" + valid("option.value == a"), (3, 0)),
            ("shadow lists = [list: 7]\n" + valid("lists.first == a"), (7, 0)),
        ]:
            self.assertEqual(self.accepts(text, call), [True], text)
        for line in ['include file("h.arr")', 'import math from file("h.arr")']:
            files = {"sort.arr": f"{line}\n" + valid("math.f(a) == b"), "h.arr": "provide *\nmath = {f: lam(x): x + 1 end}"}
            self.assertEqual(self.accepts(files, (1, 2)), [True], line)

    def test_rec_shadows_from_its_own_line_on(self):
        text = "fun h(n): n + 1 end\nfun is-valid(a, b):\n  x = h(a)\n  rec shadow h = lam(n): n + 2 end\n  (x == b) and (h(a) == (b + 1))\nend"
        self.assertEqual(self.accepts(text, (1, 2)), [True])

    def test_the_last_definition_of_the_predicate_counts(self):
        self.assertEqual(self.accepts("fun is-valid(a): a end\nshadow is-valid = lam(a, b): a == b end", (1, 1)), [True])

    def test_a_file_that_provides_nothing_shadows_nothing(self):
        files = {"sort.arr": 'include file("h.arr")\n' + valid("num-abs(a) == b"), "h.arr": "shadow num-abs = lam(x): 42 end"}
        self.assertEqual(self.accepts(files, (-1, 1)), [True])


class Effects(Case):
    def test_calls_that_do_not_look_like_calls(self):
        for text in [
            "var x = 1\nfun set-it(n) block:\n  x := n\n  n\nend\nignored = 5 ^ set-it\n",
            "var x = 1\no = {method _plus(self, other) block:\n  x := other\n  other\nend}\nignored = o + 5\n",
            "var x = 1\nmk = {make0: {(): 0}, make1: lam(v) block:\n  x := v\n  v\nend}\nignored = [mk: 5]\n",
            "var x = 1\nfun p(n) block:\n  x := n\n  true\nend\nignored :: Number%(p) = 5\n",
        ]:
            with self.subTest(text):
                self.assertEqual(self.accepts(text + valid("x == a"), (5, 0)), [True])
        text = "data B: bx(ref v) end\nd = 1 ^ bx\nd!{v: 5}\n" + valid("d!v == a")
        self.assertEqual(self.accepts(text, (5, 0)), [True])

    def test_files_are_loaded_in_the_order_of_their_imports(self):
        other = 'provide *\nimport file("s.arr") as S\narray-set-now(S.d, 0, {n})\nfun f{n}(n): n end'
        files = {"s.arr": "provide *\nd = [array: 0]", "x.arr": other.format(n=1), "y.arr": other.format(n=2)}
        imports = 'import file("x.arr") as X\nimport file("y.arr") as Y\nimport file("s.arr") as S\n'
        files["sort.arr"] = imports + valid("(Y.f2(1) == X.f1(1)) and (array-get-now(S.d, 0) == a)")
        self.assertEqual(self.accepts(files, (2, 0), (1, 0)), [True, False])


class Modules(Case):
    def test_forms_of_provide(self):
        h = "provide *\nprovide-types *\ntype N = Number\nfun f(x): x + 1 end"
        for middle, line, body in [
            ("provide: num-abs end", 'import file("m.arr") as M', "M.num-abs(a) == (b - 1)"),
            ("provide: num-abs as absolute end", 'include file("m.arr")', "absolute(a) == (b - 1)"),
            ('provide: H.f end\nimport file("h.arr") as H', 'include file("m.arr")', "f(a) == b"),
            ('provide: module H end\nimport file("h.arr") as H', 'import file("m.arr") as M\ninclude from M.H: f end', "f(a) == b"),
            ('provide: module H as Q end\nimport file("h.arr") as H', 'include file("m.arr")', "Q.f(a) == b"),
            ('provide: module H end\nimport file("h.arr") as H', 'import file("m.arr") as M\ninclude from M: module H end', "H.f(a) == b"),
            ("provide-types { N :: Number }\nprovide *\nfun f(x): x + 1 end", 'import file("m.arr") as M', "{(x :: M.N): M.f(x) == b}(a)"),
        ]:
            with self.subTest(middle=middle, line=line):
                files = {"sort.arr": f"{line}\n" + valid(body), "m.arr": middle, "h.arr": h}
                self.assertEqual(self.accepts(files, (1, 2)), [True])

    def test_an_alias_of_a_type_that_is_not_taken(self):
        files = {"h.arr": "provide *\nprovide-types *\ntype N = Number\ntype M = N\nfun f(x :: N): x end"}
        files["sort.arr"] = 'include file("h.arr")\nfun is-valid(a :: M, b): a == b end'
        self.assertEqual(self.accepts(files, (1, 1)), [True])

    def test_a_name_that_a_file_does_not_have(self):
        for use in ["H.g(a)", "H.f(a) == H.g(b)"]:
            failed = self.failure({"sort.arr": 'import file("h.arr") as H\n' + valid(use), "h.arr": "provide *\nfun f(x): x end"})
            self.assertEqual((failed["message"], failed["line"]), ("`h.arr` does not provide `g`", 2))


class Types(Case):
    def test_fields_that_are_keywords(self):
        interval = {"record": "Interval", "fields": [3, 4]}
        records = [("Interval", ["start", "end"])]
        text = "data Interval: interval(start, finish) end\n" + valid("a.start == b")
        self.assertEqual(self.accepts(text, (interval, 3), records=records), [True])
        self.assertEqual(self.accepts(valid("is-interval(a) == b"), (interval, True), records=records), [True])

    def test_names_that_pyret_does_not_have(self):
        self.assertEqual(self.accepts(valid("a == b"), (1, 1), types=["Größe", "end"]), [True])
        failed = self.failure(valid("a == b"), records=[("Größe", ["x"])])
        self.assertIn("is not a name in Pyret", failed["message"])

    def test_records_named_like_functions_of_the_adapter(self):
        group = {"record": "Group", "fields": [1, 2]}
        text = "use context dcic2024\n" + valid("a.t == b")
        self.assertEqual(self.accepts(text, (group, 1), records=[("Group", ["t", "column"])]), [True])


class Crashes(Case):
    def test_long_lists_and_chains(self):
        numbers = ", ".join(map(str, range(5000)))
        self.assertEqual(self.accepts(f"x = [list: {numbers}]\n" + valid("x.length() == a"), (5000, 0)), [True])
        failed = self.failure(valid("(a" + " + 1" * 4000 + ") == b"))
        self.assertIn(failed["why"], ["invalid", "syntax"])
        self.assertEqual(self.accepts(valid("a == b"), (1, 1)), [True])

    def test_names_that_no_file_can_have(self):
        for name in ["a" * 300 + ".arr", "a\\u0000b.arr"]:
            text = f'import file("{name}") as X\n' + valid("a == b")
            self.assertEqual(self.accepts(text, (1, 1)), [True])

    def test_files_with_control_characters_in_their_names(self):
        name = "w\x08\x01.arr"
        files = {"sort.arr": f'import file("{name}") as X\n' + valid("X.f(a) == b"), name: "provide *\nfun f(x): x end"}
        self.assertEqual(self.accepts(files, (1, 1)), [True])

    def test_a_forged_line(self):
        text = """import either as E
        data S: s(source, start-line) end
        fun is-valid(a, b):
          cases (E.Either) run-task(lam(): a.foo end):
            | left(v) => false
            | right(e) => raise(s(exn-unwrap(e).loc.source, b))
          end
        end"""
        for line in ["abc", -5, [1, 2]]:
            raised = self.answers(text, ({"tuple": [1]}, line))[0]["raised"]
            self.assertIsInstance(raised.get("line", 1), int)
            self.assertGreater(raised.get("line", 1), 0)


class Messages(Case):
    def test_no_words_are_left_behind(self):
        raised = self.answers("fun f(x): x end\n" + valid("f(a, b)"), (1, 2))[0]["raised"]
        self.assertEqual(raised["message"], "Expected to get 1 argument but got these 2 arguments: 1 2")
        raised = self.answers(valid('raise("see file://x.arr, and more")'), (1, 2))[0]["raised"]
        self.assertEqual(raised["message"], "see, and more")


if __name__ == "__main__":
    unittest.main()
