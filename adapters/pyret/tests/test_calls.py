"""What the Pyret adapter answers, driven through pipes.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests

Needs an installation (see `driver.installation`); installs nothing.
"""

import json
import pathlib
import re
import time
import unittest

from case import FOLDER, Case
from driver import ADAPTER

PERSON = [("Person", ["name", "age"])]
SAME = "fun is-valid(a, b): a == b end\n"


def person(name, age):
    return {"record": "Person", "fields": [name, age]}


class Answers(Case):
    def test_ready_names_the_file_and_the_predicate(self):
        submission, _ = self.compile(SAME)
        self.assertEqual(self.started(submission)[1], {"ready": {"file": "sort.arr", "name": "is-valid"}})

    def test_booleans(self):
        self.assertEqual(self.accepts(SAME, ([1], [1]), ([1], [2])), [True, False])

    def test_many_calls_at_once_are_answered_in_order(self):
        calls = [([i], [i % 7]) for i in range(500)]
        self.assertEqual(self.accepts(SAME, *calls), [i == i % 7 for i in range(500)])

    def test_not_a_boolean(self):
        text = """
          fun is-valid(a, b):
            ask:
              | a == 0 then: 1
              | a == 1 then: "true"
              | a == 2 then: [list: true]
              | a == 3 then: nothing
              | a == 4 then: {true; true}
              | a == 5 then: some(true)
              | a == 6 then: lam(x): true end
              | a == 7 then: {answer: true}
            end
          end"""
        kinds = [outcome["not_a_boolean"] for outcome in self.answers(text, *((i, 0) for i in range(8)))]
        self.assertEqual(kinds, ["Number", "String", "link", "Nothing", "Tuple", "some", "Function", "Object"])

    def test_printing_goes_to_standard_error(self):
        text = "ready = block:\n  print('loading')\n  1\nend\nfun is-valid(a, b) block:\n  print('from the predicate')\n  spy: a end\n  ready == 1\nend"
        worker = self.worker(text)
        self.assertEqual(worker.ask({"test": 1, "arguments": [1, 2]}), {"test": 1, "answer": True})
        self.assertIn("loading", worker.printed())
        self.assertIn("from the predicate", worker.printed())

    def test_values_are_fresh(self):
        text = "data Box: box(ref v) end\nfun is-valid(a, b) block:\n  first = a!v\n  a!{v: 5}\n  first == b\nend"
        box = {"record": "Box", "fields": [1]}
        self.assertEqual(self.accepts(text, (box, 1), (box, 1), records=[("Box", ["v"])]), [True, True])

    def test_the_random_seed_is_reset_for_each_call(self):
        outcomes = self.answers("fun is-valid(a, b): raise(num-random(1000000)) end", (1, 1), (2, 2))
        self.assertEqual(outcomes[0], outcomes[1])


class Raising(Case):
    def raised(self, text, *call, **rest):
        return self.answers(text, call, **rest)[0]["raised"]

    def test_raise(self):
        self.assertEqual(
            self.raised("fun helper(a):\n  raise('no ' + tostring(a))\nend\nfun is-valid(a, b):\n  helper(a) == 1\nend", 3, 4),
            {"class": "raise", "message": "no 3", "file": "sort.arr", "line": 2},
        )

    def test_raise_of_data(self):
        raised = self.raised("data Trouble: trouble(what) end\nfun is-valid(a, b): raise(trouble(a)) end", "x", 4)
        self.assertEqual(raised, {"class": "raise", "message": 'trouble("x")', "file": "sort.arr", "line": 2})

    def test_field_not_found(self):
        raised = self.raised("fun is-valid(a, b):\n  a.first.foo == b\nend", [{"tuple": [1, 2]}], 1)
        self.assertEqual((raised["file"], raised["line"]), ("sort.arr", 2))

    def test_missing_field_of_a_record(self):
        raised = self.raised("fun is-valid(a, b):\n  true and\n  (a.years == b)\nend", person("x", 1), 1, records=PERSON)
        self.assertEqual((raised["class"], raised["file"], raised["line"]), ("field-not-found", "sort.arr", 3))
        self.assertIn("years", raised["message"])
        self.assertNotIn("file://", raised["message"])

    def test_inside_a_builtin_the_line_of_the_caller(self):
        raised = self.raised("fun is-valid(a, b):\n  x = 1\n  a.get(5) == x\nend", [1], 1)
        self.assertEqual((raised["file"], raised["line"]), ("sort.arr", 3))
        self.assertIn("5", raised["message"])

    def test_deep_inside(self):
        text = "fun deep(n): if n == 0: raise('bottom') else: 1 + deep(n - 1) end end\nfun is-valid(a, b):\n  deep(a) == b\nend"
        raised = self.raised(text, 20000, 1)
        self.assertEqual(raised, {"class": "raise", "message": "bottom", "file": "sort.arr", "line": 1})

    def test_contract(self):
        raised = self.raised("fun is-valid(a :: Number, b) -> Boolean:\n  a == b\nend", "x", 1)
        self.assertEqual((raised["class"], raised["file"], raised["line"]), ("type-mismatch", "sort.arr", 1))
        self.assertIn("`Number`", raised["message"])

    def test_no_branch(self):
        raised = self.raised("fun is-valid(a, b):\n  ask:\n    | a == b then: true\n  end\nend", 2, 1)
        self.assertEqual((raised["class"], raised["line"]), ("no-branches-matched", 2))

    def test_messages_are_short(self):
        raised = self.raised("fun is-valid(a, b): raise(string-repeat('ab', 5000)) end", 2, 1)
        self.assertEqual(len(raised["message"]), 500)

    def test_a_submission_cannot_reach_files(self):
        raised = self.raised("import file as F\nfun is-valid(a, b):\n  F.input-file('/etc/passwd').read-file() == 'x'\nend", 2, 1)
        self.assertIn("not available here", raised["message"])

    def test_exit(self):
        self.assertEqual(self.raised("import system as S\nfun is-valid(a, b): S.exit(0) end", 2, 1)["class"], "exit")

    def test_a_constructor_that_rejects_its_fields(self):
        text = "data Person: person(name :: Number, age) end\nfun is-valid(a, b): true end"
        outcomes = self.answers(text, (person("x", 1), 1), (person(5, 1), 1), records=PERSON)
        self.assertEqual((outcomes[0]["raised"]["file"], outcomes[0]["raised"]["line"]), ("sort.arr", 1))
        self.assertEqual(outcomes[1], {"answer": True})

    def test_the_next_call_still_works(self):
        text = "fun is-valid(a, b): if a == 0: raise('x') else: a == b end end"
        outcomes = self.answers(text, (0, 0), (1, 1), (0, 1), (1, 2))
        self.assertEqual([list(outcome)[0] for outcome in outcomes], ["raised", "answer", "raised", "answer"])


class Limits(Case):
    def test_deep_recursion_is_fine(self):
        text = "fun count(n): if n == 0: 0 else: 1 + count(n - 1) end end\nfun is-valid(a, b): count(a) == b end"
        self.assertEqual(self.accepts(text, (200000, 200000)), [True])

    def test_long_lists(self):
        self.assertEqual(self.accepts(SAME, (list(range(5000)), list(range(5000)))), [True])

    def test_infinite_recursion_runs_out_of_memory_and_the_worker_continues(self):
        text = "fun up(n): 1 + up(n + 1) end\nfun is-valid(a, b): if a == 0: up(0) == 1 else: a == b end end"
        for self.heap in (96, 192, 384):
            with self.subTest(heap=self.heap):
                outcomes = self.answers(text, (0, 0), (1, 1), (0, 0), (1, 2))
                self.assertEqual(outcomes, [{"out_of_memory": True}, {"answer": True}, {"out_of_memory": True}, {"answer": False}])

    def test_an_endless_loop_is_silent_until_the_caller_ends_it(self):
        worker = self.worker("fun is-valid(a, b): if a == b: true else: is-valid(a, b) end end")
        worker.write({"test": 1, "arguments": [1, 1]}, {"test": 2, "arguments": [1, 2]})
        self.assertEqual(worker.read(), {"test": 1, "answer": True})
        time.sleep(1)
        self.assertIsNone(worker.process.poll())
        worker.process.kill()
        self.assertEqual(worker.process.stdout.read(), "")


class Values(Case):
    def test_lists_tuples_strings_numbers(self):
        text = """fun is-valid(a, b):
          (a == [list: 1, -2, "x", true]) and (b.{0} == {1; "y"}) and is-empty(b.{1})
        end"""
        call = ([1, -2, "x", True], {"tuple": [{"tuple": [1, "y"]}, []]})
        self.assertEqual(self.accepts(text, call), [True])

    def test_integers_of_any_size(self):
        text = "fun is-valid(a, b): (a - 1) == b end"
        self.assertEqual(self.accepts(text, (10**30, 10**30 - 1), (-(2**53) - 1, -(2**53) - 2)), [True, True])

    def test_text_that_looks_like_numbers_stays_text(self):
        text = "fun is-valid(a, b): is-string(a) and (string-length(a) == b) end"
        self.assertEqual(self.accepts(text, ('12345678901234567890\\"', 22), ("é\n☃", 3)), [True, True])

    def test_sets(self):
        text = """import sets as S
        fun is-valid(a, b):
          (a == [S.list-set: 1, 2]) and (a.size() == b.size()) and a.member(2) and (b == [list-set: {3; 1}, {4; 1}])
        end"""
        call = ({"set": [2, 1]}, {"frozenset": [{"tuple": [3, 1]}, {"tuple": [4, 1]}]})
        self.assertEqual(self.accepts(text, call), [True])

    def test_sets_of_records(self):
        text = """data Hire: hire(company, candidate) end
        fun is-valid(a, b): a.member(hire(1, 2)) and (a.size() == 2) and a.any(lam(h): h.company == b end) end"""
        hires = {"set": [{"record": "Hire", "fields": [1, 2]}, {"record": "Hire", "fields": [3, 4]}]}
        self.assertEqual(self.accepts(text, (hires, 3), (hires, 2), records=[("Hire", ["company", "candidate"])]), [True, False])

    def test_options(self):
        text = "fun is-valid(a, b): cases(Option) a: | none => b == 0 | some(v) => v == b end end"
        self.assertEqual(self.accepts(text, (None, 0), ({"some": 4}, 4), ({"some": [1]}, [1])), [True, True, True])

    def test_dictionaries_are_lists_of_tuples(self):
        text = 'fun is-valid(a, b): a == [list: {"x"; 1}, {"y"; 2}] end'
        self.assertEqual(self.accepts(text, ({"dict": [["x", 1], ["y", 2]]}, 0)), [True])

    def test_records_by_the_constructor_of_the_submission(self):
        text = """data Person: person(name :: String, age :: Number) with: method older(self): self.age + 1 end end
        fun is-valid(a :: Person, b :: List<Person>): b.member(a) and (a.older() == 8) end"""
        self.assertEqual(self.accepts(text, (person("x", 7), [person("x", 7)]), records=PERSON), [True])

    def test_a_constructor_with_another_order_of_fields(self):
        text = "data Person: person(age, name) end\nfun is-valid(a, b): (a.age == 7) and (a.name == b) end"
        self.assertEqual(self.accepts(text, (person("x", 7), "x"), records=PERSON), [True])

    def test_a_constructor_with_other_names(self):
        text = "data P: person(n, a) end\nfun is-valid(a, b): (a.a == 7) and (a.n == b) end"
        self.assertEqual(self.accepts(text, (person("x", 7), "x"), records=PERSON), [True])

    def test_a_constructor_in_the_original_spelling(self):
        text = "data P: Person(name, age) end\nfun is-valid(a, b): is-Person(a) and (a.name == b) end"
        self.assertEqual(self.accepts(text, (person("x", 7), "x"), records=PERSON), [True])

    def test_a_missing_constructor_is_supplied(self):
        text = "fun is-valid(a, b): (a.age == 7) and (a.first-name == 'x') and (a == b) end"
        both = {"record": "BigPerson", "fields": ["x", 7]}
        self.assertEqual(self.accepts(text, (both, both), records=[("BigPerson", ["first_name", "age"])]), [True])

    def test_records_without_fields(self):
        text = "data Coin: heads | tails end\nfun is-valid(a, b): is-heads(a) and (b == tails) end"
        call = ({"record": "Heads", "fields": []}, {"record": "Tails", "fields": []})
        self.assertEqual(self.accepts(text, call, records=[("Heads", []), ("Tails", [])]), [True])


class Vocabulary(unittest.TestCase):
    def test_the_errors_that_students_may_read_are_those_of_pyret(self):
        """`crates/analysis` lists them, since it knows no adapter."""
        provides = json.loads((pathlib.Path(FOLDER) / "prepared/provides.json").read_text())
        kinds = [*provides["error"]["data"]["RuntimeError"], *provides["contracts"]["data"]["FailureReason"]]
        # Values that a program raises itself are `raise`; what is no Pyret exception is an `Error`.
        named = {"Error", "raise", "fail", *(kind for kind in kinds if not kind.startswith("is-"))} - {"user-exception"}
        source = (ADAPTER.parent.parent / "crates/analysis/src/vocabulary.rs").read_text()
        listed = source.split("const PYRET")[1].split("exceptions: &[")[1].split("]")[0]
        self.assertEqual(set(re.findall(r'"([^"]+)"', listed)), named)


class Shapes(Case):
    """Values look as the contract in the prelude says."""

    def answer(self, contract, body, value, other=0, records=(), more=""):
        support = {"prelude.arr": f"is-valid :: {contract}, Any -> Boolean\n{more}"}
        text = f"import string-dict as SD\nimport sets as S\nimport either as E\nfun is-valid(a, b):\n  {body}\nend"
        return self.accepts(text, (value, other), support=support, records=records)[0]

    def test_numbers(self):
        self.assertIs(self.answer("Number", "num-is-rational(a) and (a == 3)", 3), True)
        self.assertIs(self.answer("Roughnum", "num-is-roughnum(a) and roughly-equal(a, ~3)", 3), True)
        self.assertIs(self.answer("Roughnum", "num-is-roughnum(a)", 2**70), True)
        # A number with a fraction is a float in the problem.
        self.assertIs(self.answer("Number", "num-is-roughnum(a) and roughly-equal(a, ~1.5)", 1.5), True)
        self.assertIs(self.answer("List<Roughnum>", "a.all(num-is-roughnum)", [1, 2]), True)

    def test_sets(self):
        numbers = {"set": [3, 1, 2]}
        self.assertIs(self.answer("Set<Number>", "S.is-list-set(a) and a.member(3)", numbers), True)
        self.assertIs(self.answer("TreeSet<Number>", "S.is-tree-set(a) and (a == [S.tree-set: 1, 2, 3])", numbers), True)
        self.assertIs(self.answer("S.TreeSet", "S.is-tree-set(a)", numbers), True)
        self.assertIs(self.answer("Set<RawArray<Number>>", "raw-array-length(a.to-list().first) == 2", {"set": [[1, 2]]}), True)

    def test_sequences(self):
        self.assertIs(self.answer("RawArray<Number>", "is-raw-array(a) and (raw-array-get(a, 1) == 5)", [4, 5]), True)
        self.assertIs(self.answer("Array<Number>", "is-array(a) and (array-get-now(a, 1) == 5)", [4, 5]), True)
        self.assertIs(self.answer("List<RawArray<Number>>", "raw-array-get(a.first, 0) == 4", [[4], [5]]), True)
        self.assertIs(self.answer("RawArray<List<Number>>", "raw-array-get(a, 1) == [list: 5]", [[4], [5]]), True)

    def test_dictionaries(self):
        ages = {"dict": [["x", 1], ["y", 2]]}
        self.assertIs(self.answer("StringDict<Number>", 'SD.is-string-dict(a) and (a.get-value("y") == 2) and (a.count() == 2)', ages), True)
        self.assertIs(self.answer("MutableStringDict<Number>", 'a.get-value-now("y") == 2', ages), True)
        self.assertIs(self.answer("StringDict<Number>", 'a.get-value("12") == 2', {"dict": [[12, 2]]}), True)
        self.assertIs(self.answer("StringDict<RawArray<Number>>", 'raw-array-get(a.get-value("x"), 0) == 7', {"dict": [["x", [7]]]}), True)
        self.assertIs(self.answer("List<{String; Number}>", 'a == [list: {"x"; 1}, {"y"; 2}]', ages), True)

    def test_options(self):
        self.assertIs(self.answer("Option<Number>", "a == some(3)", {"some": 3}), True)
        self.assertIs(self.answer("Option<Number>", "is-none(a)", None), True)
        self.assertIs(self.answer("Either<Nothing, Number>", "a == E.right(3)", {"some": 3}), True)
        self.assertIs(self.answer("Either<Nothing, Number>", "E.is-left(a)", None), True)
        self.assertIs(self.answer("Option<RawArray<Number>>", "raw-array-length(a.value) == 1", {"some": [3]}), True)

    def test_tuples(self):
        self.assertIs(self.answer("{Number; RawArray<Number>}", "raw-array-get(a.{1}, 0) == a.{0}", {"tuple": [3, [3]]}), True)

    def test_tables(self):
        people = [{"record": "Person", "fields": ["x", 3]}, {"record": "Person", "fields": ["y", 4]}]
        records = [("Person", ["name", "age_now"])]
        for contract in ["Table", "Table<Person>"]:
            body = 'is-table(a) and (a.column("age-now") == [list: 3, 4]) and (a.row-n(0)["name"] == "x")'
            self.assertIs(self.answer(contract, body, people, records=records), True)
        self.assertIs(self.answer("Table<Person>", 'a.column-names() == [list: "name", "age-now"]', [], records=records), True)

    def test_fields_of_records(self):
        more = "data Person: person(ages :: RawArray<Number>, name :: String) end"
        value = {"record": "Person", "fields": ["x", [3, 4]]}
        body = '(raw-array-get(a.ages, 1) == 4) and (a.name == "x")'
        self.assertIs(self.answer("Person", body, value, records=[("Person", ["name", "ages"])], more=more), True)

    def test_aliases(self):
        self.assertIs(self.answer("Numbers", "is-raw-array(a)", [1], more="type Numbers = RawArray<Number>"), True)
        self.assertIs(self.answer("Numbers", "is-empty(a)", [], more="type Numbers = More\ntype More = Numbers"), True)

    def test_what_a_submission_writes_changes_nothing(self):
        text = "is-valid :: RawArray<Number>, Any -> Boolean\nfun is-valid(a, b): true end"
        self.assertEqual(self.answers(text, ([1], 2))[0]["raised"]["class"], "type-mismatch")

    def test_every_call_gets_fresh_values(self):
        text = "fun is-valid(a, b) block:\n  raw-array-set(a, 0, 9)\n  raw-array-get(a, 1) == b\nend"
        support = {"prelude.arr": "is-valid :: RawArray<Number>, Number -> Boolean"}
        self.assertEqual(self.accepts(text, ([1, 2], 2), ([1, 2], 2), support=support), [True, True])


if __name__ == "__main__":
    unittest.main()
