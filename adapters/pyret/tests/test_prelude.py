"""The prelude and its contract are checked before anything is graded.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests
"""

import unittest

from case import Case
from driver import Submission

PERSON = [("Person", ["name", "age"])]
PEOPLE = {"list": {"record": "Person"}}


class Preludes(Case):
    def check(self, prelude, signature=("any", "any"), records=PERSON, more=None):
        """What is wrong with it, or None."""
        submission = Submission({}, support={"prelude.arr": prelude, **(more or {})}, records=records, signature=list(signature))
        self.addCleanup(submission.folder.cleanup)
        answer = self.compiler.ask({"check": submission.request})
        return None if answer == {"compiled": True} else answer["failed"]["message"]

    def test_preludes_that_can_be_used(self):
        for prelude in [
            "",
            "# nothing",
            "fun all-true(l): l.all({(x): x}) end",
            "use context essentials2021\nprovide *\nfun size(l): length(l) end\ndata Person: person(name, age) end",
            'include file("more.arr")\nfun twice(n): more(more(n)) end',
        ]:
            self.assertIsNone(self.check(prelude, more={"more.arr": "fun more(n): n + 1 end"}), prelude)

    def test_mistakes_name_the_prelude(self):
        for prelude, message in [
            ("fun f(x):\n  )\nend", '`prelude.arr` has an error on line 2: Pyret didn\'t understand your program around ")"'),
            ("\nfun f(x): gone(x) end", "`prelude.arr` has an error on line 2: `gone` is not defined"),
            ("x = 1\nfun f(x): x end", "`prelude.arr` has an error on line 2: `x` is already defined on line 1: choose another name, or write `shadow x`"),
            ('import my-gdrive("m.arr") as M\nfun f(x): M.g(x) end', "`prelude.arr` has an error on line 2: `g` is not defined"),
            ("fun f(a):\n  ...\nend\nx = ...", "`f` on line 1 is not finished: replace `...`; `x` on line 4 is not finished: replace `...`"),
        ]:
            self.assertEqual(self.check(prelude), message)

    def test_mistakes_in_support_files_are_not_the_submission_s(self):
        support = {"common.arr": "provide *\n\nfun f(x): gone(x) end\nfun g(x): x end"}
        failed = self.failure('include my-gdrive("common.arr")\nfun is-valid(a, b): f(a) == b end', support=support)
        self.assertEqual(failed, {"why": "invalid", "message": "`common.arr` has an error on line 3: `gone` is not defined"})
        # What is not needed does no harm.
        self.assertEqual(self.accepts('include my-gdrive("common.arr")\nfun is-valid(a, b): g(a) == b end', (1, 1), support=support), [True])
        failed = self.failure('include my-gdrive("common.arr")\nfun is-valid(a, b): f(a) == b end', support={"common.arr": "fun f(:"})
        self.assertEqual(failed["message"], "`f` is not defined")


class Contracts(Preludes):
    def fault(self, contract, *signature, **rest):
        return self.check(f"is-valid :: {contract} -> Boolean\n", signature, **rest)

    def test_contracts_that_fit(self):
        for contract, *signature in [
            ("List<Person>, List<Person>", PEOPLE, PEOPLE),
            ("Table<Person>, Table", PEOPLE, PEOPLE),
            ("RawArray<Person>, Array", PEOPLE, PEOPLE),
            ("Set<Person>, TreeSet<Number>", {"set": {"record": "Person"}}, {"frozenset": "int"}),
            ("StringDict<List<Number>>, Option<Roughnum>", {"dict": ["atom", {"list": "int"}]}, {"optional": "int"}),
            ("{Number; String}, Either<Nothing, Person>", {"tuple": ["int", "str"]}, {"optional": {"record": "Person"}}),
            ("Any, Number%(is-number)", "bool", "int"),
        ]:
            self.assertIsNone(self.fault(contract, *signature), contract)

    def test_contracts_that_do_not_fit(self):
        for contract, message, *signature in [
            ("List<Person>", "the contract of `is-valid` has 1 parameters, the problem has 2", PEOPLE, PEOPLE),
            ("TreeSet<Person>, Any", "the contract says `TreeSet` of numbers or strings where the problem has a set of `Person`", {"set": {"record": "Person"}}, "int"),
            ("TreeSet<Number>, Any", "the contract says `TreeSet` of numbers or strings where the problem has a list", {"list": "int"}, "int"),
            ("StringDict<Person>, Any", "the contract says `StringDict` with strings as keys where the problem has a list of `Person`", PEOPLE, "int"),
            ("RawArray<Number>, Any", "the contract says `RawArray` where the problem has a set", {"set": "int"}, "int"),
            ("Table, Any", "the contract says `Table` where the problem has a list", {"list": "int"}, "int"),
            ("Table<Hire>, Any", "the contract says `Table` of `Hire`, the problem has `Person`", PEOPLE, "int"),
            ("Foo<Person>, Any", "the contract uses `Foo`, which is not a type", PEOPLE, "int"),
            ("List<RawArray<Number>>, Any", "the contract says `RawArray` where the problem has an integer", {"list": "int"}, "int"),
            ("{Number; Roughnum}, Any", "the contract says `Roughnum` where the problem has a string", {"tuple": ["int", "str"]}, "int"),
        ]:
            self.assertEqual(self.fault(contract, *signature), message)

    def test_contracts_for_other_names(self):
        self.assertEqual(self.check("is_valid :: Any, Any -> Boolean"), "`is_valid` has a contract and no definition; the predicate is `is-valid`")


if __name__ == "__main__":
    unittest.main()
