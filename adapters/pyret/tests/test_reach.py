"""What the predicate does not need, need not exist; what it reaches is never left out.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests
"""

import unittest

from case import Case


class Unneeded(Case):
    def test_definitions_that_do_not_compile(self):
        for extra in [
            "fun oracle(f): unheard-of(f) end",
            "matchmaker = unheard-of",
            "type T = Unheard<Of>",
            "data D: d(x :: Unheard) end",
            "unheard-of(3)",
            "print(is-valid(1, gone))",
            "x = 1\nfun f(): x = 2\n x end",
            "spy: gone end",
            "gone :: Number -> Number",
            "{p; q} = gone",
            "rec r = gone",
            "newtype N as NT",
        ]:
            with self.subTest(extra):
                self.assertEqual(self.accepts(f"fun is-valid(a, b): a == b end\n{extra}\n", (1, 1), (1, 2)), [True, False])

    def test_what_raises_when_evaluated(self):
        text = "result = raise('not needed')\nfun is-valid(a, b): a == b end\nis-valid(raise('neither'), 1)"
        self.assertEqual(self.accepts(text, (1, 1)), [True])

    def test_provides_of_missing_things(self):
        for provide in [
            "provide: is-valid, oracle, type Gone, data Lost end",
            "provide { is-valid: is-valid, oracle: oracle } end",
            "provide *\nprovide-types *",
            "provide: *, type * end",
            "provide: * hiding(gone) end",
            "provide-types { T :: Gone }",
            "import lists as L\nprovide from L: nothing-like-it end",
        ]:
            with self.subTest(provide):
                self.assertEqual(self.accepts(f"{provide}\nfun is-valid(a, b): a == b end", (1, 1)), [True])


class Reached(Case):
    def test_through_functions_values_types_and_data(self):
        text = """
        type Pair = {Number; Number}
        limit = base + 1
        data Box:
          | box(v :: Number%(positive)) with: method double(self): twice(self.v) end
        sharing: method triple(self): self.double() + self.v end
        end
        fun positive(n): n > zero end
        fun twice(n): n * 2 end
        fun is-valid(a, b):
          p :: Pair = {a; b}
          (box(p.{0}).triple() == p.{1}) and (a < limit)
        end
        """
        text = "zero = 0\nbase = 9\n" + text
        self.assertEqual(self.accepts(text, (2, 6), (2, 7), (10, 30)), [True, False, False])
        self.assertIn("raised", self.answers(text, (0, 0))[0])

    def test_in_every_kind_of_expression(self):
        bodies = [
            "f(a) == b",
            "if f(a) == b: true else: false end",
            "ask: | f(a) == b then: true | otherwise: false end",
            "cases (List) [list: f(a)]: | empty => false | link(first, rest) => first == b end",
            "for fold(acc from false, x from [list: f(a)]): acc or (x == b) end",
            "let y = f(a): y == b end",
            "letrec g = lam(n): f(n) end: g(a) == b end",
            "{y; z} = {f(a); b}\n  y == z",
            "{n: f(a)}.n == b",
            "{method m(self): f(a) end}.m() == b",
            "[list: a].map(f).first == b",
            "[list: a].map(f(_)).first == b",
            "(a ^ f) == b",
            "block:\n    y = f(a)\n    y == b\n  end",
            "fun inner(n): f(n) end\n  inner(a) == b",
            "shadow f = {(n): outer(n)}\n  f(a) == b",
            "var y = 0\n  y := f(a)\n  y == b",
            "{(x): f(x) == b}(a)",
            "not(f(a) <> b)",
            "(table: n row: f(a) end).column(\"n\").first == b",
            "(extend (table: n row: a end) using n: m: f(n) end).column(\"m\").first == b",
            "(sieve (table: n row: a end) using n: f(n) == b end).length() == 1",
            "when false: f(a) end\n  f(a) == b",
            "(select n from (table: n, m row: f(a), 0 end) end).column(\"n\").first == b",
            "extract n from (table: n row: f(a) end) end == [list: b]",
        ]
        for body in bodies:
            with self.subTest(body):
                text = f"fun outer(n): n + 1 end\nfun f(n): outer(n) end\nfun is-valid(a, b) block:\n  {body}\nend"
                self.assertEqual(self.accepts(text, (1, 2), (1, 1)), [True, False])

    def test_names_that_are_bound_inside(self):
        """A parameter is not a mention of the definition with the same name."""
        text = "fun is-valid(a, b): g(a) == b end\nfun g(shadow oracle): oracle end\nfun oracle(x): unheard-of(x) end"
        self.assertEqual(self.accepts(text, (1, 1)), [True])

    def test_columns_are_not_functions(self):
        text = "fun is-valid(a, b):\n  t = table: length, sum row: 1, 2 end\n  (extend t using length, sum: n: length + sum end).column(\"n\").first == a\nend"
        self.assertEqual(self.accepts(text, (3, 0)), [True])

    def test_shadowing_what_was_there(self):
        for text in ["shadow map = map\n", "shadow map = lists.map\n", "import lists as L\nshadow map = L.map\n"]:
            self.assertEqual(self.accepts(text + "fun is-valid(a, b): map({(x): x + 1}, a) == b end", ([1], [2])), [True], text)

    def test_contracts_are_checked(self):
        text = "is-valid :: Number, Number -> Boolean\nfun is-valid(a, b): a == b end\nhelper :: Gone -> Gone\nfun helper(x): x end"
        good, bad = self.answers(text, (1, 1), ("x", "x"))
        self.assertEqual(good, {"answer": True})
        self.assertIn("raised", bad)


class State(Case):
    """What the top level does to a value that the predicate uses, happens."""

    def test_variables(self):
        text = "var calls = 0\nfun count(): calls := calls + 1 end\ncount()\ncount()\nfun is-valid(a, b): calls == a end"
        self.assertEqual(self.accepts(text, (2, 0)), [True])

    def test_assignments(self):
        self.assertEqual(self.accepts("var x = 1\nx := 5\nfun is-valid(a, b): x == a end", (5, 0)), [True])

    def test_values_that_change(self):
        for make, change, read in [
            ("import string-dict as SD\nd = [SD.mutable-string-dict: ]", 'd.set-now("k", 5)', 'd.get-value-now("k")'),
            ("import string-dict as SD\nd = {[SD.mutable-string-dict: ]; 0}", 'd.{0}.set-now("k", 5)', 'd.{0}.get-value-now("k")'),
            ("import string-dict as SD\nd = ([SD.mutable-string-dict: ])", 'd.set-now("k", 5)', 'd.get-value-now("k")'),
            ("import string-dict as SD\nd = [list: [SD.mutable-string-dict: ]]", 'd.first.set-now("k", 5)', 'd.first.get-value-now("k")'),
            ("d = [array: 1]", "array-set-now(d, 0, 5)", "array-get-now(d, 0)"),
            ("d = [raw-array: 1]", "raw-array-set(d, 0, 5)", "raw-array-get(d, 0)"),
            ("data Box: box(ref v) end\nd = box(1)", "d!{v: 5}", "d!v"),
        ]:
            for spelled in [change, f"ignored = {change}", f"fun fill(): {change} end\nfill()", f"for each(n from [list: 1]): {change} end"]:
                with self.subTest(spelled):
                    self.assertEqual(self.accepts(f"{make}\n{spelled}\nfun is-valid(a, b): {read} == a end", (5, 0)), [True])

    def test_changes_through_other_files(self):
        files = {
            "state.arr": "provide *\nimport string-dict as SD\ncache = [SD.mutable-string-dict: ]",
            "fill.arr": 'import file("state.arr") as S\nS.cache.set-now("k", 5)',
            "sort.arr": 'import file("state.arr") as S\ninclude file("fill.arr")\nfun is-valid(a, b): S.cache.get-value-now("k") == a end',
        }
        self.assertEqual(self.accepts(files, (5, 0)), [True])

    def test_changes_with_what_is_missing_are_left_out(self):
        text = 'import my-gdrive("gone.arr") as G\nvar x = 1\nfun check-it(f) block:\n  x := f\n  x\nend\ncheck-it(G.f)\nfun is-valid(a, b): x == a end'
        self.assertEqual(self.accepts(text, (1, 0)), [True])


class OtherFiles(Case):
    def test_reexports(self):
        for provide in ["provide from H: * end", "provide from H: h as g, h end", "provide from H: h end\nprovide from H: type T end"]:
            files = {
                "sort.arr": 'include file("middle.arr")\nfun is-valid(a, b): h(a) == b end',
                "middle.arr": f'{provide}\nimport file("h.arr") as H',
                "h.arr": "provide *\nprovide-types *\ntype T = Number\nfun h(n): n + 1 end",
            }
            with self.subTest(provide):
                self.assertEqual(self.accepts(files, (1, 2)), [True])

    def test_modules_that_are_passed_on(self):
        files = {
            "sort.arr": 'include file("middle.arr")\nfun is-valid(a, b): L.length(a) == b end',
            "middle.arr": "provide: module L end\nimport lists as L",
        }
        self.assertEqual(self.accepts(files, ([1], 1)), [True])

    def test_renamed_provides(self):
        files = {
            "sort.arr": 'import file("h.arr") as H\nfun is-valid(a, b): H.plus(a) == b end',
            "h.arr": "provide: add-one as plus end\nfun add-one(n): n + 1 end",
        }
        self.assertEqual(self.accepts(files, (1, 2)), [True])

    def test_data_comes_with_its_constructors_only(self):
        """`map` and `none` of the context, not those of the module."""
        module = "provide *\nprovide-types *\ndata Box: | full(v) | hollow end\nfun map(f, l): raise('not this one') end\n"
        for line in ["include from M: data Box end", "include from M: data * end"]:
            text = f'import file("m.arr") as M\n{line}\nfun is-valid(a, b): map(is-full, [list: full(a), hollow]) == [list: true, false] end'
            self.assertEqual(self.accepts({"sort.arr": text, "m.arr": module}, (1, 2)), [True], line)
        text = "import option as O\ninclude from O: data Option end\nfun is-valid(a, b): is-some(some(a)) and is-none(none) end"
        self.assertEqual(self.accepts("use context empty-context\n" + text, (1, 2)), [True])

    def test_what_a_file_does_not_provide(self):
        files = {
            "sort.arr": 'include file("h.arr")\nfun is-valid(a, b): hidden(a) == b end',
            "h.arr": "provide: shown end\nfun shown(n): n end\nfun hidden(n): n end",
        }
        self.assertEqual([each["name"] for each in self.failure(files)["undefined"]], ["hidden"])

    def test_a_context_file_with_everything(self):
        support = {
            "cs.arr": "use context empty-context\nimport starter2024 as B\nprovide from B: *, type *, data * end\nprovide: extra end\nfun extra(n): n end",
        }
        text = 'use context shared-gdrive("cs.arr", "1")\nfun is-valid(a :: List, b :: Number): extra(length(a)) == b end'
        self.assertEqual(self.accepts(text, ([1, 2], 2), support=support), [True])


if __name__ == "__main__":
    unittest.main()
