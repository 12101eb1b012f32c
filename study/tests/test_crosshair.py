"""CrossHair: what it prints is understood, and the encodings produce exactly the pairs of the study scope. It is not run."""

import itertools
import random
import sys
import types
import unittest
from unittest import mock

import helpers  # noqa: F401  (first: it puts the study on the path)

import crosshair
import literals
import proofs
import scopes
from corpus import PROBLEMS, Predicate
from problem import load

FOUND = """\
Given: (n=1, m=2, e0a=0, o0v=-1),
  compared.correct : returns False
   compared.tested : raises KeyError(3)
Given: (n=2, m=0, e0a=1, o0v=1),
  compared.correct : returns True
   compared.tested : returns 'not a Boolean'
"""
NOTHING = "No differences found. (attempted 286 iterations)\n"
ALL = NOTHING + "All paths exhausted, functions are likely the same!\n"
MORE = NOTHING + "Consider increasing the --max_uninteresting_iterations option.\n"


def drawn(name: str, rng: random.Random) -> dict[str, int]:
    return {param: rng.randrange(bound) for param, bound in crosshair.ENCODINGS[name].below.items()}


class Output(unittest.TestCase):
    def test_differences(self):
        first, second = crosshair.differences(FOUND)
        self.assertEqual(first, crosshair.Difference({"n": 1, "m": 2, "e0a": 0, "o0v": -1}, "returns False", "raises KeyError(3)"))
        self.assertEqual(second.tested, "returns 'not a Boolean'")
        self.assertEqual(crosshair.differences(ALL), [])

    def test_lines_in_between_do_not_matter(self):
        noise = FOUND.replace("Given", "a warning\nGiven", 1)
        self.assertEqual(crosshair.differences(noise), crosshair.differences(FOUND))
        self.assertEqual(crosshair.differences(FOUND.splitlines()[0]), [])

    def test_status(self):
        self.assertEqual(crosshair.status(FOUND, 1), crosshair.FOUND)
        self.assertEqual(crosshair.status(ALL, 0), crosshair.EXHAUSTED)
        self.assertEqual(crosshair.status(MORE, 0), crosshair.NOTHING)
        self.assertEqual(crosshair.status("", -24), crosshair.OUT_OF_TIME)
        self.assertEqual(crosshair.status("", 1), crosshair.CRASHED)
        self.assertEqual(crosshair.status(NOTHING, 2), crosshair.CRASHED)


class Plugin(unittest.TestCase):
    def paths_run(self, differing: int) -> list[int]:
        """How many of five paths are run with each order of the functions, if one of them shows a difference."""
        run = []

        def explore_paths(function, signature, options, root, on_path_complete):
            run.append(0)
            for path in range(5):
                run[-1] += 1
                if on_path_complete(path):
                    break

        package = types.ModuleType("crosshair")
        module = package.diff_behavior = types.SimpleNamespace(BehaviorDiff=dict, explore_paths=explore_paths)
        with mock.patch.dict(sys.modules, {"crosshair": package}):
            # As CrossHair does it, in a function.
            exec(crosshair.PLUGIN.read_text("utf-8"))
        for _ in range(2):
            module.explore_paths(None, None, None, None, lambda path: path == differing and not module.BehaviorDiff(path=path))
        return run

    def test_nothing_follows_the_first_difference(self):
        self.assertEqual(self.paths_run(differing=2), [3])

    def test_without_a_difference_all_paths_are_run(self):
        self.assertEqual(self.paths_run(differing=9), [5, 5])


class Encodings(unittest.TestCase):
    def test_modules_compile(self):
        for name in PROBLEMS:
            compile(crosshair.compared(name), name, "exec")
            compile(crosshair.reference(name), name, "exec")

    def test_pairs_are_valid_and_in_scope(self):
        rng = random.Random(1)
        for name in PROBLEMS:
            problem, text = load(name), crosshair.compared(name)
            pair = crosshair.builder(problem, text, names=range(9))
            found = [made for made in (pair(**drawn(name, rng)) for _ in range(400)) if made is not None]
            self.assertGreater(len(found), 5)
            self.assertTrue(all(problem.applies(each) for each in found))
            self.assertTrue(all(crosshair.within(name, found)), name)

    def test_every_pair_of_the_scope_is_encoded(self):
        encoding, pair = crosshair.ENCODINGS["merge"], crosshair.builder(load("merge"), crosshair.compared("merge"))
        every = (pair(**dict(zip(encoding.below, values))) for values in itertools.product(*map(range, encoding.below.values())))
        made = {literals.dump("merge", each) for each in every if each is not None}
        self.assertEqual(made, {literals.dump("merge", each) for each in scopes.pairs("merge", quick=True)})

    def test_arguments_outside_the_scope_make_no_pair(self):
        rng = random.Random(2)
        for name in PROBLEMS:
            pair = crosshair.builder(load(name), crosshair.compared(name))
            for param, bound in crosshair.ENCODINGS[name].below.items():
                for value in (-1, bound):
                    self.assertIsNone(pair(**{**drawn(name, rng), param: value}))

    def test_names_are_what_the_problem_allows(self):
        arguments = dict.fromkeys(crosshair.ENCODINGS["sortacle"].below, 1)
        (person,), _ = crosshair.builder(load("sortacle"), crosshair.compared("sortacle"))(**arguments)
        self.assertEqual((person.name, person.age), ("b", 1))

    def test_pairs_outside_the_scope_are_noticed(self):
        self.assertEqual(crosshair.within("dedupe", [([0, 4], [3]), ([0, 5], []), ([0] * 5, [])]), [True, False, False])
        self.assertEqual(crosshair.within("toposort", [([(1, 2), (0, 1)], [0])]), [True])


class Counting(unittest.TestCase):
    def test_counts(self):
        tool, predicate = crosshair.Tool(), Predicate("merge", "p", "mutant", "", "")
        for wrong, found in [
            (True, crosshair.FOUND), (False, crosshair.FOUND), (False, crosshair.EXHAUSTED), (True, crosshair.EXHAUSTED),
            (True, crosshair.NOTHING), (False, crosshair.NOTHING), (True, crosshair.OUT_OF_TIME),
        ]:  # fmt: skip
            tool.count(predicate, wrong, found, 1.0)
        self.assertEqual((tool.predicates, tool.wrong, tool.shown, tool.beyond), (7, 4, 1, 1))
        self.assertEqual((tool.correct, tool.rightly, tool.faults), (2, 1, ["merge p"]))
        self.assertEqual((tool.silent_wrong, tool.silent_correct), (1, 1))
        whole = crosshair.Tool()
        whole.add(tool)
        whole.add(tool)
        self.assertEqual(whole.failures, {crosshair.OUT_OF_TIME: 2})
        self.assertEqual(len(whole.seconds), 14)

    def test_the_limit_is_that_of_proofs(self):
        self.assertEqual(crosshair.SECONDS, proofs.TIME)

    def test_a_missing_program_is_an_error_with_a_way_out(self):
        with self.assertRaisesRegex(RuntimeError, "pip install crosshair-tool"):
            crosshair.program("/nowhere/crosshair")


if __name__ == "__main__":
    unittest.main()
