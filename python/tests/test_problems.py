"""Every problem file under CPython: it imports, never raises, agrees with its reference, and is well decomposed."""

import copy
import unittest

import problems
import witnesses
from pairs import Classifier, Sampler, parameters, walk

from custodiet.declarations import declared_in


def has_reference(module) -> bool:
    # A body of `...` compiles to a function that returns None.
    sampler = Sampler(module)
    return module.is_valid(**sampler.draw()) is not None


class EveryProblem(unittest.TestCase):
    def test_declarations_fit_together(self):
        for name in problems.NAMES:
            with self.subTest(problem=name):
                module = problems.load(name)
                declared = declared_in(module)
                known = parameters(module.is_valid)
                names = list(declared.subproperties)
                self.assertIn(len(names), range(4, 9))
                for function in [*declared.preconditions.values(), *declared.subproperties.values()]:
                    self.assertTrue(function.function.__doc__, function)
                    self.assertLessEqual(set(parameters(function.function)), set(known), function)
                for each in declared.subproperties.values():
                    self.assertRegex(each.hint or "", r"\?$")
                    self.assertLessEqual({*each.instead_of, *each.stricter_than}, set(names), each)
                    self.assertEqual(each.required, not (each.instead_of or each.stricter_than), each)
                for members in declared.groups.values():
                    self.assertLessEqual(set(members), set(names))
                self.assertEqual(declared.scope.keys(), declared.large_scope.keys())

    def test_nothing_raises_or_modifies_its_arguments(self):
        for name in problems.NAMES:
            with self.subTest(problem=name):
                module = problems.load(name)
                declared = declared_in(module)
                declarations = [*declared.preconditions.values(), *declared.subproperties.values()]
                functions = [each.function for each in declarations]
                if has_reference(module):
                    functions.append(module.is_valid)
                for kind in (int, str):
                    sampler = Sampler(module, seed=11, kind=kind)
                    for _ in range(600):
                        pair = sampler.draw()
                        before = copy.deepcopy(pair)
                        for function in functions:
                            answer = function(*[pair[parameter] for parameter in parameters(function)])
                            self.assertIs(type(answer), bool, (function, pair))
                        self.assertEqual(pair, before)

    def test_the_reference_agrees_with_the_required_subproperties(self):
        checked = []
        for name in problems.NAMES:
            module = problems.load(name)
            if not has_reference(module):
                continue
            checked.append(name)
            classifier = Classifier(module)
            with self.subTest(problem=name):
                for pair, bucket in walk(module, steps=6000, seed=5):
                    self.assertEqual(module.is_valid(**pair), classifier.correct(bucket), (pair, bucket))
        self.assertGreaterEqual(len(checked), 12)
        self.assertNotIn("matcher", checked)


class Gallery(unittest.TestCase):
    def test_there_are_at_least_ten_with_an_error_subproperty_each(self):
        self.assertGreaterEqual(len(problems.GALLERY), 10)
        for name in problems.GALLERY:
            declared = declared_in(problems.load(name))
            self.assertIn(False, [each.required for each in declared.subproperties.values()], name)

    def test_no_subproperty_is_redundant(self):
        for name in problems.GALLERY:
            with self.subTest(problem=name):
                module = problems.load(name)
                buckets = set()
                for _, bucket in walk(module, steps=200_000, seed=3, starts=RARE.get(name, [])):
                    if bucket not in buckets:
                        buckets.add(bucket)
                        if not (silent := not_yet_shown(module, buckets)):
                            break
                self.assertEqual(silent, [])


# Pairs in buckets that a short walk does not find.
RARE = {"latin_square": [{"clues": [[None] * 3] * 3, "grid": [[2] * 3] * 3}]}


def not_yet_shown(module, buckets):
    """The subproperties for which these buckets show no use.

    A required one is useful if it can fail while the others hold. An error subproperty is useful if it sometimes fails,
    and if checking it instead of or in addition to the required ones gives a wrong answer for some pair.
    """
    declared = declared_in(module).subproperties
    number = {name: i for i, name in enumerate(declared, 1)}
    required = {number[name] for name, each in declared.items() if each.required}
    silent = [] if any(required.isdisjoint(bucket) for bucket in buckets) else ["all required ones together"]
    for name, each in declared.items():
        if each.required:
            useful = any(required.intersection(bucket) == {number[name]} for bucket in buckets)
        else:
            checked = required - {number[other] for other in each.instead_of} | {number[name]}
            useful = any(number[name] in bucket for bucket in buckets) and any(
                checked.isdisjoint(bucket) != required.isdisjoint(bucket) for bucket in buckets
            )
        if not useful:
            silent.append(name)
    return silent


class MainProblems(unittest.TestCase):
    def test_the_subproperties_are_the_published_ones(self):
        self.assertEqual(
            [(name, [*declared_in(problems.load(name)).subproperties]) for name in problems.MAIN],
            [
                ("matcher", ["candidates_complete", "companies_complete", "stable", "uniqueness", "no_new_company",
                             "no_new_candidate"]),
                ("sortacle", ["no_new", "none_dropped", "ordered", "counts_of_output", "counts_of_input", "same_size"]),
                ("toposort", ["no_new", "none_dropped", "uniqueness", "sortedness", "same_num_vertices",
                              "incoming_edge_count"]),
            ],
        )  # fmt: skip

    def test_witnesses(self):
        for name, (table, count) in TABLES.items():
            self.assertEqual(len(table), count)
            classifier = Classifier(problems.load(name))
            for bucket, pair in pairs_of(name).items():
                with self.subTest(problem=name, bucket=bucket):
                    self.assertTrue(classifier.applies(pair))
                    self.assertEqual(named(classifier.bucket(pair)), bucket)

    def test_a_walk_finds_these_buckets_and_no_others(self):
        for name, (table, _) in TABLES.items():
            with self.subTest(problem=name):
                starts = [*pairs_of(name).values()] if name == "matcher" else []
                found = {named(bucket) for _, bucket in walk(problems.load(name), steps=25000, seed=1, starts=starts)}
                self.assertEqual(found, set(table))


TABLES = {
    "matcher": (witnesses.MATCHER, 44),
    "sortacle": (witnesses.SORTACLE, 22),
    "toposort": (witnesses.TOPOSORT, 37),
}


def named(bucket) -> str:
    return "-".join(map(str, bucket)) or "allprop"


def pairs_of(name):
    """The witnesses of a problem as pairs, with their records built."""
    module = problems.load(name)
    names = parameters(module.is_valid)

    def built(parameter, value):
        if name == "sortacle":
            return [module.Person(*person) for person in value]
        return {module.Hire(*hire) for hire in value} if parameter == "hires" else value

    return {
        bucket: {parameter: built(parameter, value) for parameter, value in zip(names, values)}
        for bucket, values in TABLES[name][0].items()
    }
