"""The corpus: enough predicates, each once, disjoint parts, and well-formed files."""

import ast
import hashlib
import os
import subprocess
import sys
import unittest
from pathlib import Path

import helpers  # noqa: F401  (first: it puts the study on the path)

import corpus
from problem import load

STUDY = Path(__file__).resolve().parent.parent
PROBLEM = "dedupe"
"""The problem whose mutants are generated here: it is the fastest."""


def fingerprint(predicates: tuple[corpus.Predicate, ...]) -> str:
    return hashlib.sha256(repr([(each.name, each.part, each.digest) for each in predicates]).encode()).hexdigest()


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.all = corpus.corpus(PROBLEM)
        cls.mutants = [each for each in cls.all if each.origin == "mutant"]

    def test_enough_and_each_once(self):
        self.assertGreaterEqual(len(self.mutants), 1000)
        self.assertEqual(len({each.source for each in self.all}), len(self.all))
        self.assertEqual(len({each.digest for each in self.all}), len(self.all))
        self.assertEqual(len({each.name for each in self.all}), len(self.all), "a table names them")

    def test_no_mutant_is_a_correct_predicate(self):
        self.assertTrue({each.digest for each in self.all}.isdisjoint(each.digest for each in corpus.correct(PROBLEM)))

    def test_held_out_families_are_complete(self):
        for ancestor in corpus.correct(PROBLEM):
            family = [each for each in self.mutants if each.name.rsplit("-", 1)[0] == ancestor.name]
            self.assertGreaterEqual(len(family), corpus.PER_FAMILY * 9 // 10, ancestor.name)
            self.assertEqual({each.part for each in family}, {ancestor.part}, ancestor.name)

    def test_parts_are_disjoint_and_a_third_is_held_out(self):
        learn, held_out = (
            {each.digest for each in self.all if each.part == part} for part in (corpus.LEARN, corpus.HELD_OUT)
        )
        self.assertTrue(learn.isdisjoint(held_out))
        self.assertEqual(len(learn) + len(held_out), len(self.all))
        self.assertAlmostEqual(len(held_out) / len(self.all), 1 / 3, delta=0.03)

    def test_a_quick_corpus_is_a_subset(self):
        quick = corpus.corpus(PROBLEM, quick=True)
        self.assertLess(len(quick), len(self.all) / 2)
        self.assertLessEqual(set(quick), set(self.all))
        by_hand = [each for each in self.all if each.origin == "by hand"]
        self.assertLessEqual(set(by_hand), set(quick))
        self.assertEqual({each.part for each in quick if each.origin == "mutant"}, {corpus.LEARN, corpus.HELD_OUT})

    def test_the_same_in_another_process(self):
        code = "import corpus, test_corpus as t; print(t.fingerprint(corpus.corpus(t.PROBLEM)))"
        paths = os.pathsep.join([str(STUDY), str(STUDY / "tests")])
        settings = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), fingerprint(self.all))

    def test_every_mutant_names_its_change(self):
        for each in self.mutants:
            self.assertTrue(each.operator and each.line > 0, each.name)


class Files(unittest.TestCase):
    def test_six_correct_ones_of_which_two_are_held_out(self):
        for name in corpus.PROBLEMS:
            parts = [each.part for each in corpus.correct(name)]
            self.assertEqual((parts.count(corpus.LEARN), parts.count(corpus.HELD_OUT)), (4, 2), name)

    def test_enough_by_hand_and_a_third_held_out(self):
        for name in corpus.PROBLEMS:
            sources = corpus.files(name, "faulty")
            held_out = corpus.drawn(list(sources), len(sources) // 3, name, "by hand")
            self.assertGreaterEqual(len(sources), 40, name)
            self.assertEqual(len(held_out), len(sources) // 3)
            self.assertEqual(held_out, corpus.drawn(list(reversed(sources)), len(sources) // 3, name, "by hand"))

    def test_every_file_contains_a_predicate(self):
        for name in corpus.PROBLEMS:
            for folder in ("correct", "faulty"):
                for stem, source in corpus.files(name, folder).items():
                    with self.subTest(f"{name}/{folder}/{stem}"):
                        tree = ast.parse(source)
                        compile(source, stem, "exec")
                        functions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
                        found = [each for each in functions if each.name == "is_valid"]
                        self.assertEqual(len(found), 1)
                        self.assertEqual(len(found[0].args.args), len(load(name).params))

    def test_nothing_happens_when_a_file_is_loaded(self):
        """Only definitions and imports: the top level of a file has no time limit."""
        allowed = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
        for name in corpus.PROBLEMS:
            for folder in ("correct", "faulty"):
                for stem, source in corpus.files(name, folder).items():
                    for each in ast.parse(source).body:
                        constant = isinstance(each, ast.Assign | ast.Expr) and isinstance(each.value, ast.Constant)
                        self.assertTrue(constant or isinstance(each, allowed), f"{name}/{folder}/{stem}:{each.lineno}")

    def test_faulty_ones_start_with_their_mistake(self):
        for name in corpus.PROBLEMS:
            for stem, source in corpus.files(name, "faulty").items():
                with self.subTest(f"{name}/{stem}"):
                    self.assertTrue(source.startswith('"""'))
                    said = corpus.Predicate(name, stem, "by hand", corpus.LEARN, source).mistake
                    self.assertEqual(said, ast.get_docstring(ast.parse(source)).strip())
                    self.assertGreater(len(said), 10)
                    self.assertNotIn("\n", said, "it must fit into one row of a table")

    def test_no_two_files_are_the_same(self):
        for name in corpus.PROBLEMS:
            seen: dict[str, str] = {}
            for folder in ("correct", "faulty"):
                for stem, source in corpus.files(name, folder).items():
                    tree = ast.parse(source)
                    bare = ast.unparse(ast.Module(tree.body[1:] if ast.get_docstring(tree) else tree.body, []))
                    self.assertNotIn(bare, seen, f"{name}: {folder}/{stem} is {seen.get(bare)}")
                    seen[bare] = f"{folder}/{stem}"

    def test_a_repeated_text_counts_once(self):
        one, two = (corpus.Predicate("merge", name, "by hand", corpus.LEARN, "same") for name in "ab")
        self.assertEqual(corpus.without_repeats([one, two]), (one,))


if __name__ == "__main__":
    unittest.main()
