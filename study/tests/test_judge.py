"""Calling predicates: what counts as wrong, what an endless call costs, and how calls are isolated from each other."""

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
    """The wrong answers to these orders, which all have the same correct answer."""
    predicate = judge.function(OBEDIENT)
    return helpers.in_child(lambda: judge.all_wrong(predicate, [(([word], []), expect) for word in words.split()], COPY)[0])


def calls(look):
    look()


class Ending(unittest.TestCase):
    """A call is ended only from inside; otherwise nothing would catch what is raised."""

    def looked_in(self, code):
        """Whether a timer that ticks twice, where this loop calls `look`, ends anything."""
        namespace = {"look": lambda: judge.look_in(0, sys._getframe(1)), "predicate": calls}
        exec(compile(code, "<loop>", "exec"), namespace)
        with mock.patch.object(judge, "CALLERS", {namespace["all_wrong"].__code__}), mock.patch.multiple(judge, seen=None, looks=0, was_ended=False):
            try:
                namespace["all_wrong"]()
            except judge.Unanswered:
                return True
        return False

    def test_within_a_call(self):
        self.assertTrue(self.looked_in("def all_wrong(loop=1, number=2):\n predicate(look)\n predicate(look)"))
        self.assertFalse(self.looked_in("def all_wrong(loop=1, number=2):\n predicate(look)\n number = 3\n predicate(look)"))

    def test_not_between_calls(self):
        self.assertFalse(self.looked_in("def all_wrong(loop=1, number=2):\n predicate(look)\n look()\n look()"))

    def test_not_while_the_next_pair_is_built(self):
        made = "def made():\n look()\n yield 1\n look()\n"
        self.assertFalse(self.looked_in(made + "def all_wrong(loop=1, number=2):\n for pair in made(): pass"))


class Answers(unittest.TestCase):
    def test_only_the_expected_boolean_is_correct(self):
        self.assertEqual(bits("true false none one zero text list true", True), 0b01111110)
        self.assertEqual(bits("false true none one zero text list false", False), 0b01111110)

    def test_every_exception_is_wrong_and_the_next_call_runs(self):
        for expect, right in ((True, "true"), (False, "false")):
            with self.subTest(expect):
                words = f"{right} raises {right} exits {right} interrupts {right} deep {right} much {right}"
                self.assertEqual(bits(words, expect), 0b01010101010)

    def test_the_memory_limit_ends_only_a_call(self):
        predicate = judge.function("def is_valid(size, rest): return len(bytearray(size[0])) >= 0")
        tests = [(([size], []), True) for size in (1 << 10, 3 << 30, 1 << 20)]
        with mock.patch.object(judge, "MEMORY", 2 << 30):
            self.assertEqual(helpers.in_child(lambda: judge.all_wrong(predicate, tests, COPY)[0]), 0b010)

    def test_the_first_wrong_one(self):
        predicate = judge.function(OBEDIENT)
        known = {"true true": None, "true none false": 1, "true true loops": 2, "deep true": 0, "": None}
        for words, first in known.items():
            with self.subTest(words):
                pairs = [([word], []) for word in words.split()]
                self.assertEqual(helpers.in_child(lambda: judge.first_wrong(predicate, True, pairs, COPY)), first)

    def test_a_file_without_a_predicate_is_rejected(self):
        with self.assertRaises(KeyError):
            judge.function("def another(): pass")


class Time(unittest.TestCase):
    def test_an_endless_call_is_wrong_and_its_neighbors_are_not(self):
        """The rest of its bucket is skipped; other buckets are not."""
        predicate = judge.function(OBEDIENT)
        orders = [("true", ()), ("true", (1,)), ("loops", (1,)), ("true", (1,))]
        orders += [("true", (0,)), ("catches", (2,)), ("true", ())]
        suite = Suite("", None, tuple(Test(([word], []), bucket, True) for word, bucket in orders))

        def work():
            started = time.process_time()
            return outcomes.wrong_on(suite, predicate, COPY), time.process_time() - started

        wrong, seconds = helpers.in_child(work)
        self.assertEqual(f"{wrong:07b}", "0100100", "last test first")
        self.assertLess(seconds, 2)

    def test_lines_count_and_not_time(self):
        """A call just below the limit is correct, one just above is not, however often the timer ticks."""
        predicate = judge.function("def is_valid(turns, rest):\n    for _ in range(turns[0]): pass\n    return True")
        tests = [(([turns], []), True) for turns in (judge.LINES * 98 // 100, 10, judge.LINES * 102 // 100, 10)]
        for look in (judge.LOOK / 5, judge.LOOK):
            with self.subTest(look), mock.patch.object(judge, "LOOK", look):
                self.assertEqual(helpers.in_child(lambda: judge.all_wrong(predicate, tests, COPY)), (0b100, True))
                pairs = [pair for pair, _ in tests]
                self.assertEqual(helpers.in_child(lambda: judge.first_wrong(predicate, True, pairs, COPY)), 2)
        with self.subTest("every call is counted"):
            fewer = helpers.in_child(lambda: judge.all_wrong(predicate, tests[1:], COPY, lines=judge.LINES * 101 // 100))
            self.assertEqual(fewer, (0b10, True))
            self.assertEqual(helpers.in_child(lambda: judge.all_wrong(predicate, tests[1:2], COPY, lines=5)), (0b1, True))

    def test_answers_after_the_end_do_not_count(self):
        """It catches even what ends it, and then gives the correct answer, or continues."""
        predicate = judge.function(
            "def is_valid(goes_on, rest):\n"
            "    while True:\n"
            "        try:\n"
            "            while True: goes_on\n"
            "        except:\n"
            "            if not goes_on[0]: return True\n"
            "            goes_on[0] -= 1\n"
        )
        for times in (0, 3):
            with self.subTest(times):
                wrong = helpers.in_child(lambda: judge.all_wrong(predicate, [(([times], []), True)], COPY))
                self.assertEqual(wrong, (0b1, True))

    def test_the_timer_never_raises_where_nothing_catches_it(self):
        """Many calls that take slightly too long, with a timer that ticks all the time."""
        predicate = judge.function("def is_valid(given, rest):\n    while True:\n        given\n")
        pair = ([1], [2])

        def work():
            ends = time.process_time() + 3
            calls = 0
            while time.process_time() < ends:
                assert judge.all_wrong(predicate, [(pair, True)], COPY, lines=300) == (1, True)
                calls += 1
            return calls

        with mock.patch.object(judge, "LOOK", 0.0001):
            self.assertGreater(helpers.in_child(work), 1000)

    def test_counting_does_not_reduce_the_recursion_depth(self):
        source = "def is_valid(depth, rest): return depth[0] == 0 or is_valid([depth[0] - 1], rest)"
        predicate = judge.function(source)
        tests = [(([depth], []), True) for depth in range(500, 620)]
        plain, counted = helpers.in_child(
            lambda: (judge.all_wrong(predicate, tests, COPY), judge.all_wrong(predicate, tests, COPY, lines=judge.LINES))
        )
        self.assertEqual(plain, counted)
        self.assertNotIn(plain[0], (0, (1 << len(tests)) - 1))

    def test_a_predicate_that_cannot_be_ended_loses_its_process(self):
        source = (
            "def is_valid(given, rest):\n"
            "    while True:\n"
            "        try:\n"
            "            given\n"
            "            while True: given\n"
            "        except: pass\n"
        )
        predicate = judge.function(source)
        with mock.patch.object(judge, "MOST_LOOKS", 20), self.assertRaisesRegex(AssertionError, "the child died"):
            helpers.in_child(lambda: judge.first_wrong(predicate, True, [([], [])], COPY))

    def test_few_slow_lines_are_ended(self):
        predicate = judge.function("def is_valid(given, rest): return sum(map(abs, range(10 ** 6))) >= 0 and is_valid(given, rest)")
        with mock.patch.object(judge, "MOST_LOOKS", 30):
            wrong = helpers.in_child(lambda: judge.all_wrong(predicate, [(([], []), True)], COPY))
        self.assertEqual(wrong, (0b1, True))

    def test_slow_calls_that_end_are_not_timed_out(self):
        """Each is shorter than the timer interval, all together are much longer."""
        predicate = judge.function("def is_valid(turns, rest): return sum(1 for _ in range(turns[0])) >= 0")
        pairs = [([40_000], [])] * 250

        def work():
            started = time.process_time()
            first = judge.first_wrong(predicate, True, pairs, COPY)
            return first, judge.all_wrong(predicate, [(pair, True) for pair in pairs], COPY)[0], time.process_time() - started

        first, wrong, seconds = helpers.in_child(work)
        self.assertGreater(seconds, 30 * judge.LOOK, "too fast to show anything")
        self.assertEqual((first, wrong), (None, 0))

    def test_many_short_loops_are_not_mistaken_for_one_call(self):
        """The loop over a small bucket restarts again and again, always with its first test."""
        predicate = judge.function("def is_valid(turns, rest): return sum(1 for _ in range(turns[0])) >= 0")
        for count in (1, 2, 10):
            tests = [(([300], []), True)] * count

            def work():
                found, ends = 0, time.process_time() + 20 * judge.LOOK
                while time.process_time() < ends:
                    found += judge.all_wrong(predicate, tests, COPY)[0] != 0
                    found += judge.first_wrong(predicate, True, [pair for pair, _ in tests], COPY) is not None
                return found

            with self.subTest(count):
                self.assertEqual(helpers.in_child(work), 0)

    def test_an_interruption_is_for_the_parent(self):
        def work():
            os.kill(os.getpid(), signal.SIGINT)
            return "still there"

        self.assertEqual(helpers.in_child(work), "still there")


class Arguments(unittest.TestCase):
    def test_changes_to_arguments_do_not_reach_the_next_call(self):
        predicate = judge.function(
            "def is_valid(one, other):\n"
            "    fine = one == [1, 2] and other == [3]\n"
            "    one.clear(); other.append(4)\n"
            "    return fine\n"
        )
        pair = ([1, 2], [3])

        def work():
            every = judge.all_wrong(predicate, [(pair, True)] * 5, COPY)[0]
            return every, judge.first_wrong(predicate, True, [pair] * 5, COPY), pair

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
                problem, predicate = load(name), judge.function(source)
                pair = max(scopes.pairs(name, quick=True), key=lambda pair: len(literals.dump(problem, pair)))
                before = literals.dump(problem, pair)
                self.assertEqual(judge.all_wrong(predicate, [(pair, True)] * 2, scopes.copier(name))[0], 0)
                self.assertEqual(literals.dump(problem, pair), before)


if __name__ == "__main__":
    unittest.main()
