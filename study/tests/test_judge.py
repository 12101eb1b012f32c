"""Asking predicates: what is wrong, what a call that does not end costs, what one call cannot do to the next."""

import os
import signal
import sys
import time
import unittest
from unittest import mock

import helpers  # first: it puts the study on the path

import judge
import literals
import outcomes
import scopes
from problem import load
from suites import Suite, Test

COPY = scopes.copier("dedupe")

# Does what its first argument says.
OBEDIENT = """
import sys

def is_valid(what, rest):
    match what[0]:
        case "true": return True
        case "false": return False
        case "none": return None
        case "one": return 1
        case "zero": return 0
        case "text": return "True"
        case "list": return [True]
        case "raises": return {}["missing"]
        case "exits": sys.exit()
        case "interrupts": raise KeyboardInterrupt
        case "deep": return is_valid(what, rest)
        case "much": return len(bytearray(1 << 40)) > 0
        case "loops":
            while True:
                pass
        case "catches":
            while True:
                try:
                    while True:
                        pass
                except Exception:
                    pass
"""


def bits(words: str, expect: bool) -> int:
    """The wrong answers to these orders, each of which has the same right answer."""
    asked = judge.function(OBEDIENT)
    return helpers.in_child(lambda: judge.all_wrong(asked, [(([word], []), expect) for word in words.split()], COPY))


def calls(look):
    look()


class Ending(unittest.TestCase):
    """A call is ended from inside it alone; else nobody would catch what is raised."""

    def looked_in(self, code):
        """Whether a timer that looks in twice, where this loop calls `look`, ends anything."""
        namespace = {"look": lambda: judge.look_in(0, sys._getframe(1)), "asked": calls}
        exec(compile(code, "<loop>", "exec"), namespace)
        with mock.patch.object(judge, "LOOPS", {namespace["all_wrong"].__code__}), mock.patch.object(judge, "asked_before", None):
            try:
                namespace["all_wrong"]()
            except judge.Unanswered:
                return True
        return False

    def test_within_a_call(self):
        self.assertTrue(self.looked_in("def all_wrong(loop=1, number=2):\n asked(look)\n asked(look)"))
        self.assertFalse(self.looked_in("def all_wrong(loop=1, number=2):\n asked(look)\n number = 3\n asked(look)"))

    def test_not_between_calls(self):
        self.assertFalse(self.looked_in("def all_wrong(loop=1, number=2):\n asked(look)\n look()\n look()"))

    def test_not_while_the_next_pair_is_made(self):
        made = "def made():\n look()\n yield 1\n look()\n"
        self.assertFalse(self.looked_in(made + "def all_wrong(loop=1, number=2):\n for pair in made(): pass"))


class Answers(unittest.TestCase):
    def test_only_the_expected_boolean_is_right(self):
        self.assertEqual(bits("true false none one zero text list true", True), 0b01111110)
        self.assertEqual(bits("false true none one zero text list false", False), 0b01111110)

    def test_whatever_is_raised_is_wrong_and_the_next_call_is_asked(self):
        for expect, right in ((True, "true"), (False, "false")):
            with self.subTest(expect):
                words = f"{right} raises {right} exits {right} interrupts {right} deep {right} much {right}"
                self.assertEqual(bits(words, expect), 0b01010101010)

    def test_the_limit_of_memory_ends_a_call_only(self):
        asked = judge.function("def is_valid(size, rest): return len(bytearray(size[0])) >= 0")
        tests = [(([size], []), True) for size in (1 << 10, 3 << 30, 1 << 20)]
        with mock.patch.object(judge, "MEMORY", 2 << 30):
            self.assertEqual(helpers.in_child(lambda: judge.all_wrong(asked, tests, COPY)), 0b010)

    def test_the_first_wrong_one(self):
        asked = judge.function(OBEDIENT)
        known = {"true true": None, "true none false": 1, "true true loops": 2, "deep true": 0, "": None}
        for words, first in known.items():
            with self.subTest(words):
                pairs = [([word], []) for word in words.split()]
                self.assertEqual(helpers.in_child(lambda: judge.first_wrong(asked, True, pairs, COPY)), first)

    def test_a_file_without_a_predicate_is_refused(self):
        with self.assertRaises(KeyError):
            judge.function("def another(): pass")


class Time(unittest.TestCase):
    def test_a_call_that_does_not_end_is_wrong_and_its_neighbours_are_not(self):
        """The rest of its bucket is not asked; other buckets are."""
        asked = judge.function(OBEDIENT)
        orders = [("true", ()), ("true", (1,)), ("loops", (1,)), ("true", (1,))]
        orders += [("true", (0,)), ("catches", (2,)), ("true", ())]
        suite = Suite("", None, tuple(Test(([word], []), bucket, True) for word, bucket in orders))

        def work():
            started = time.process_time()
            return outcomes.wrong_on(suite, asked, COPY), time.process_time() - started

        wrong, seconds = helpers.in_child(work)
        self.assertEqual(f"{wrong:07b}", "0100100", "last test first")
        self.assertLess(seconds, 2)

    def test_slow_calls_that_end_are_not_timed_out(self):
        """Each takes less than the patience, all together much more."""
        asked = judge.function("def is_valid(turns, rest): return sum(1 for _ in range(turns[0])) >= 0")
        pairs = [([40_000], [])] * 250

        def work():
            started = time.process_time()
            first = judge.first_wrong(asked, True, pairs, COPY)
            return first, judge.all_wrong(asked, [(pair, True) for pair in pairs], COPY), time.process_time() - started

        first, wrong, seconds = helpers.in_child(work)
        self.assertGreater(seconds, 6 * judge.PATIENCE, "too fast to show anything")
        self.assertEqual((first, wrong), (None, 0))

    def test_many_short_loops_are_not_taken_for_one_call(self):
        """The loop over a small bucket starts anew again and again, always with its first test."""
        asked = judge.function("def is_valid(turns, rest): return sum(1 for _ in range(turns[0])) >= 0")
        for count in (1, 2, 10):
            tests = [(([300], []), True)] * count

            def work():
                found, ends = 0, time.process_time() + 20 * judge.PATIENCE
                while time.process_time() < ends:
                    found += judge.all_wrong(asked, tests, COPY) != 0
                    found += judge.first_wrong(asked, True, [pair for pair, _ in tests], COPY) is not None
                return found

            with self.subTest(count):
                self.assertEqual(helpers.in_child(work), 0)

    def test_an_interruption_is_for_the_parent(self):
        def work():
            os.kill(os.getpid(), signal.SIGINT)
            return "still there"

        self.assertEqual(helpers.in_child(work), "still there")


class Arguments(unittest.TestCase):
    def test_what_a_predicate_does_to_its_arguments_is_gone_at_the_next_call(self):
        asked = judge.function(
            "def is_valid(one, other):\n"
            "    fine = one == [1, 2] and other == [3]\n"
            "    one.clear(); other.append(4)\n"
            "    return fine\n"
        )
        pair = ([1, 2], [3])

        def work():
            every = judge.all_wrong(asked, [(pair, True)] * 5, COPY)
            return every, judge.first_wrong(asked, True, [pair] * 5, COPY), pair

        self.assertEqual(helpers.in_child(work), (0, None, ([1, 2], [3])))

    def test_every_mutable_part_is_copied(self):
        source = (
            "def spoil(value):\n"
            "    if isinstance(value, list):\n"
            "        for part in value: spoil(part)\n"
            "    if isinstance(value, (list, set)): value.clear()\n"
            "def is_valid(*pair):\n"
            "    for value in pair: spoil(value)\n"
            "    return True\n"
        )
        for name in scopes.NAMES:
            with self.subTest(name):
                problem, asked = load(name), judge.function(source)
                pair = max(scopes.pairs(name, quick=True), key=lambda pair: len(literals.dump(problem, pair)))
                before = literals.dump(problem, pair)
                self.assertEqual(judge.all_wrong(asked, [(pair, True)] * 2, scopes.copier(name)), 0)
                self.assertEqual(literals.dump(problem, pair), before)


if __name__ == "__main__":
    unittest.main()
