"""Files as students handed them in over the years run as they are, and answer as their models say, pair by pair.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests

A fixture is a file `fixtures/YEAR/PROBLEM-NAME.arr`, or a folder of that name for several files. Its model is in `models/`.
"""

import functools
import importlib
import inspect
import pathlib
import re
import unittest

import samples
from case import Case
from models import MODELS, RAISES

FOLDER = pathlib.Path(__file__).resolve().parent / "fixtures"
BATCH = 250  # calls that are sent at once; more could fill the pipes in both directions


def fixtures():
    """The names of all fixtures, each with the paths of its files."""
    found = {}
    for path in sorted(FOLDER.glob("*/*")):
        files = sorted(path.rglob("*.arr")) if path.is_dir() else [path]
        found[str(path.relative_to(FOLDER))] = files
    return found


@functools.cache
def sources(name):
    """The files of a fixture: their names in a submission, and their text."""
    path = FOLDER / name
    root = path if path.is_dir() else path.parent
    return {str(file.relative_to(root)): file.read_text() for file in fixtures()[name]}


def text(name):
    return "\n".join(sources(name).values())


def main_file(name):
    """The text of the file with the predicate."""
    (found,) = (source for source in sources(name).values() if re.search(r"^(fun|rec) is-valid\b(?!-)", source, re.M))
    return found


def value(problem, json):
    """A value of the problem from its JSON."""
    if isinstance(json, list):
        return [value(problem, item) for item in json]
    if isinstance(json, dict) and "set" in json:
        return frozenset(value(problem, item) for item in json["set"])
    if isinstance(json, dict):
        return getattr(problem, json["record"])(*json["fields"])
    return json


@functools.cache
def pairs(name):
    """The pairs of a problem: as JSON, as values, and whether they are correct."""
    problem = importlib.import_module(name)
    return [(json, [value(problem, item) for item in json], not fails) for json, fails in samples.pairs(name)]


@functools.cache
def expected(name):
    """What the model of a fixture answers to each pair."""
    model = MODELS[name]
    return [model.answer(*values) for _, values, _ in pairs(model.problem)]


# What the fixtures exercise: a pattern, and the fixtures whose text it must match.
FEATURES = {
    # contexts
    "no context": (
        r"\A(?!.*^use context)",
        ["2018/sortacle-oracle-prefix.arr", "2018/matcher-two-files", "2023/matcher-pick-types.arr"],
    ),
    "essentials2020": (r"^use context essentials2020$", ["2018/sortacle-by-index.arr", "2024/sortacle-include-from.arr"]),
    "essentials2021": (r"^use context essentials2021$", ["2021/sortacle-contract.arr", "2023/matcher-raw-arrays.arr"]),
    "essentials2024": (r"^use context essentials2024$", ["2024/matcher-essentials2024.arr"]),
    "starter2024": (r"^use context starter2024$", ["2024/sortacle-sums.arr", "2024/matcher-own-types"]),
    "dcic2021": (r"^use context dcic2021$", ["2024/matcher-dcic2021.arr"]),
    "dcic2024": (r"^use context dcic2024$", ["2024/sortacle-dcic.arr"]),
    "empty-context": (r"^use context empty-context$", ["2024/sortacle-empty-context.arr"]),
    "context on a drive": (r"^use context shared-gdrive\(", ["2023/sortacle-drive-context.arr"]),
    "names of starter2024": (r"\bsqr\((.|\n)*\bnegate\(", ["2024/sortacle-sums.arr"]),
    "table functions": (r"\badd-row\((.|\n)*\bfilter-with\(", ["2024/sortacle-dcic.arr", "2024/matcher-dcic2021.arr"]),
    "count of a table": (r"\bcount\(t, ", ["2024/matcher-dcic2021.arr"]),
    "modules of the default context": (r"\A(?!.*^import lists)(?=.*\blists\.all\()", ["2018/matcher-prefix.arr"]),
    "list functions that the default context lacks": (
        r"\A(?!.*^(use context|import lists))(?=.*[( ]length\()(?=.*[( ]sort\()(?=.*[( ]all\()",
        ["2018/sortacle-unqualified-lists.arr"],
    ),
    # missing files
    "include shared-gdrive": (r"^include shared-gdrive\(", ["2018/sortacle-dictionary.arr", "2021/matcher-include.arr"]),
    "include my-gdrive": (r"^include my-gdrive\(", ["2018/sortacle-as-sets.arr", "2021/sortacle-refinement.arr"]),
    "include file": (r"^include file\(", ["2018/sortacle-mutable-dictionary.arr", "2021/sortacle-type-parameter.arr"]),
    "import shared-gdrive": (r"^import shared-gdrive\(.* as O$", ["2018/sortacle-oracle-prefix.arr", "2018/matcher-prefix.arr"]),
    "import my-gdrive": (r"^import my-gdrive\(.* as D$", ["2024/sortacle-include-from.arr"]),
    "import file": (r'^import file\("submission/assignment-support\.arr"\) as A$', ["2018/sortacle-remove-all.arr"]),
    "import url": (r"^import url\(", ["2018/sortacle-equality.arr"]),
    "import url-file": (r"^import url-file\(", ["2018/matcher-no-empty.arr"]),
    "import of single names": (
        r"^import person, is-person from my-gdrive\(",
        ["2018/sortacle-by-index.arr", "2023/sortacle-single-names.arr"],
    ),
    "aliases of missing things": (
        r"^type Hire = O\.Hire\nhire = O\.hire\nis-hire = O\.is-hire\nmatchmaker = O\.matchmaker$",
        ["2018/matcher-prefix.arr"],
    ),
    "constructor with a prefix": (r"\bH\.hire\(c, k\)", ["2024/matcher-essentials2024.arr"]),
    "library types of a missing file": (r"\bO\.Set<O\.Hire>(.|\n)*cases \(O\.Pick\)", ["2023/matcher-pick-types.arr"]),
    "include from a missing file": (r"^include from D: person, is-person, type Person end$", ["2024/sortacle-include-from.arr"]),
    # modules of the library
    "import sets as sets": (r"^import sets as sets$", ["2018/sortacle-as-sets.arr", "2021/matcher-extra-hires.arr"]),
    "import lists as lists": (r"^import lists as lists$", ["2018/sortacle-oracle-prefix.arr"]),
    "import lists as L": (r"^import lists as L$", ["2021/sortacle-neighbors.arr", "2024/matcher-not-strict.arr"]),
    "import of single list functions": (r"^import sort, all from lists$", ["2018/sortacle-by-index.arr"]),
    "include from a module": (r"^include from L: ", ["2024/sortacle-include-from.arr"]),
    "pick": (r"^import pick as pick$(.|\n)*cases \(Pick\) hires\.pick\(\):", ["2018/matcher-pick.arr"]),
    "string-dict": (r"\[SD\.string-dict: \]", ["2018/sortacle-dictionary.arr", "2018/matcher-dictionary.arr"]),
    "mutable-string-dict": (r"\[SD\.mutable-string-dict: \]", ["2018/sortacle-mutable-dictionary.arr"]),
    "equality": (r"^import equality as EQ$", ["2018/sortacle-equality.arr"]),
    "option": (r"^import option as OPT$", ["2018/sortacle-equality.arr"]),
    "either": (r"^import either as E$", ["2023/sortacle-either.arr"]),
    "arrays": (r"\barray-set-now\(", ["2018/matcher-arrays.arr"]),
    "raw arrays": (r"\braw-array-set\(", ["2023/matcher-raw-arrays.arr"]),
    "tree-sets": (r"\blist-to-tree-set\(", ["2024/matcher-tree-set.arr"]),
    # what is left out
    "missing names at the top level": (r"^O\.banner\((.|\n)*^oracle-result$", ["2018/sortacle-state.arr"]),
    "missing names in values": (r"^oracle = O\.", ["2018/matcher-dictionary.arr", "2023/matcher-pick-types.arr"]),
    "state that is kept": (r"^var longest = 3$(.|\n)*^longest := longest - 1$", ["2018/sortacle-state.arr"]),
    "several files": (r"^matchmaker = O\.matchmaker$", ["2018/sortacle-two-files", "2018/matcher-two-files"]),
    "a file that is not Pyret": (r"^fun is-valid-draft\(before, after:$", ["2024/sortacle-with-drafts"]),
    "wrong tests": (r"^where:\n.* is 1$|^where:\n  amount\(.*\) is 3$", ["2021/sortacle-type-parameter.arr"]),
    "check blocks": (r"^check.*:\n(.*\n)*  oracle\(matchmaker\) is true$", ["2018/matcher-prefix.arr", "2018/matcher-pick.arr"]),
    "examples blocks": (r"^examples.*:\n", ["2021/sortacle-strictly.arr", "2023/matcher-examples.arr"]),
    # provide
    "provide *": (r"^provide \*$", ["2018/sortacle-oracle-prefix.arr"]),
    "provide-types *": (r"^provide-types \*$", ["2018/sortacle-oracle-prefix.arr", "2021/sortacle-neighbors.arr"]),
    "provide: * end": (r"^provide: \* end$", ["2021/sortacle-strictly.arr"]),
    "provide: *, type * end": (r"^provide:\s+\*,\s+type \*\s+end$", ["2021/matcher-find-value.arr", "2023/matcher-examples.arr"]),
    "provide: names end": (r"^provide: is-valid, oracle end$", ["2021/sortacle-neighbors.arr", "2021/matcher-mixed-up.arr"]),
    "provide: missing names": (r"^provide: is-valid, oracle, data Never-defined,", ["2021/sortacle-type-parameter.arr"]),
    "provide: end": (r"^provide: end$", ["2023/sortacle-rec.arr"]),
    "provide { … } end": (
        r"^provide \{ ?is-valid ?: is-valid\b.*\} end$",
        ["2018/matcher-no-empty.arr", "2021/matcher-include.arr"],
    ),
    # the language
    "for all2": (r"\bfor all2\(", ["2021/sortacle-neighbors.arr"]),
    "for fold": (r"\bfor fold\(", ["2018/sortacle-dictionary.arr", "2021/sortacle-strictly.arr"]),
    "cases with else": (r"\| else =>", ["2018/sortacle-equality.arr", "2021/sortacle-tally-data.arr"]),
    "ask": (r"\bask:", ["2018/sortacle-by-index.arr", "2021/matcher-mixed-up.arr"]),
    "else if": (r"\belse if\b", ["2018/sortacle-dictionary.arr", "2021/matcher-include.arr"]),
    "rec": (r"^rec is-valid = ", ["2023/sortacle-rec.arr"]),
    "shadow": (r"\bshadow left = ", ["2021/sortacle-spy.arr"]),
    "when": (r"\bwhen .*:", ["2021/sortacle-spy.arr"]),
    "let": (r"\blet .* block:", ["2021/sortacle-spy.arr"]),
    "spy": (r"\bspy \"", ["2021/sortacle-spy.arr"]),
    "objects": (r"\{total: 0, firsts: empty\}(.|\n)*\.\{firsts: ", ["2021/sortacle-first-of-ties.arr"]),
    "methods of objects": (r"\bmethod right-order\(self\)", ["2021/sortacle-first-of-ties.arr"]),
    "data with sharing": (r"^  \| .* with:\n(.|\n)*^sharing:$", ["2021/sortacle-tally-data.arr", "2024/matcher-own-types"]),
    "tuples": (r"\{true; -1\}(.|\n)*\.\{0\}", ["2021/sortacle-strictly.arr"]),
    "long doc strings": (r"doc: ```", ["2021/sortacle-first-of-ties.arr", "2023/sortacle-curly.arr"]),
    "block comments": (r"^#\|$(.|\n)*^\|#$", ["2021/sortacle-contract.arr", "2023/sortacle-curly.arr"]),
    "type parameters": (r"^fun \S+<T>\(", ["2021/sortacle-type-parameter.arr", "2021/matcher-rejects-none.arr"]),
    "refinements": (r"Number%\(is-positive\)", ["2021/sortacle-refinement.arr"]),
    "contracts": (r"^is-valid :: List<Person>, List<Person> -> Boolean$", ["2021/sortacle-contract.arr"]),
    "curly lambdas": (r"\{\(p\): p\.age\}", ["2023/sortacle-curly.arr"]),
    "underscores": (r"\b_\.age\b|\(_ == p", ["2018/sortacle-unqualified-lists.arr", "2021/sortacle-first-of-ties.arr"]),
    "caret": (r" \^ sort$", ["2023/sortacle-curly.arr"]),
    "tables": (r"^  start = table: (.|\n)*\bsieve t using\b", ["2024/sortacle-table.arr"]),
}


class Models(unittest.TestCase):
    """Checks that need no Pyret."""

    def test_every_fixture_has_a_model(self):
        self.assertEqual(sorted(fixtures()), sorted(MODELS))
        self.assertGreaterEqual(len(MODELS), 44)

    def test_fixtures_are_realistic(self):
        for name in fixtures():
            with self.subTest(name):
                lines = main_file(name).splitlines()
                self.assertRegex(lines[0], r"^# (Right|Faulty): ")
                self.assertEqual(lines[0].startswith("# Right"), MODELS[name].correct)
                self.assertTrue(15 <= len(text(name).splitlines()) <= 90)

    def test_features(self):
        for feature, (pattern, names) in FEATURES.items():
            flags = re.M | (re.S if pattern.startswith(r"\A") else 0)
            for name in names:
                with self.subTest(feature, fixture=name):
                    self.assertRegex(text(name), re.compile(pattern, flags))

    def test_models_that_are_right(self):
        for problem in samples.REQUIRED:
            self.assertGreaterEqual(sum(model.correct for model in MODELS.values() if model.problem == problem), 5)
        for name, model in MODELS.items():
            with self.subTest(name):
                verdicts = [correct for *_, correct in pairs(model.problem)]
                self.assertEqual(expected(name) == verdicts, model.correct)

    def test_the_reference_agrees(self):
        is_valid = importlib.import_module("sortacle").is_valid
        for _, values, correct in pairs("sortacle"):
            self.assertEqual(is_valid(*values), correct)

    def test_every_kind_of_mistake_occurs(self):
        kinds = {problem: set() for problem in samples.REQUIRED}
        for name, model in MODELS.items():
            kinds[model.problem].update(zip(expected(name), (correct for *_, correct in pairs(model.problem))))
        every = {(answer, correct) for answer in (True, False, RAISES) for correct in (True, False)}
        self.assertEqual(kinds, {problem: every for problem in kinds})

    def test_faulty_models_differ(self):
        faulty = [(model.problem, *expected(name)) for name, model in MODELS.items() if not model.correct]
        self.assertEqual(len(faulty), len(set(faulty)))


class Fixtures(Case):
    def outcomes(self, name):
        problem = MODELS[name].problem
        parameters = list(inspect.signature(importlib.import_module(problem).is_valid).parameters)
        submission, answer = self.compile(sources(name), parameters=parameters, records=samples.RECORDS[problem])
        self.assertNotIn("failed", answer)
        worker, answer = self.started(submission)
        self.assertIn("ready", answer)
        calls = [{"test": test, "arguments": json} for test, (json, *_) in enumerate(pairs(problem))]
        outcomes = []
        for start in range(0, len(calls), BATCH):
            worker.write(*calls[start : start + BATCH])
            outcomes += [worker.read() for _ in calls[start : start + BATCH]]
        self.assertEqual([outcome["test"] for outcome in outcomes], list(range(len(calls))))
        self.assertEqual(worker.close(), 0)
        # Pyret names its errors like this; TypeError and the like are errors of the adapter.
        classes = {outcome["raised"]["class"] for outcome in outcomes if "raised" in outcome}
        self.assertEqual([each for each in classes if not re.fullmatch(r"[a-z-]+", each)], [])
        return [RAISES if "raised" in outcome else outcome.get("answer", outcome) for outcome in outcomes]

    def check(self, year):
        for name in (name for name in fixtures() if name.startswith(f"{year}/")):
            with self.subTest(name):
                problem = pairs(MODELS[name].problem)
                found = zip(problem, expected(name), self.outcomes(name))
                wrong = [(json, model, answer) for (json, *_), model, answer in found if model != answer]
                self.assertEqual(wrong[:3], [], f"{len(wrong)} of {len(problem)} answers differ from the model")

    def test_2018(self):
        self.check(2018)

    def test_2021(self):
        self.check(2021)

    def test_2023(self):
        self.check(2023)

    def test_2024(self):
        self.check(2024)


if __name__ == "__main__":
    unittest.main()
