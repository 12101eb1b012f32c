"""The page: every placeholder is filled, all rows of a table are equally long, and shares are never overstated."""

import os
import random
import re
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from unittest import mock

import helpers

import evaluation
import measure
import suites
from problem import load

PLACEHOLDER = re.compile(r"\{[a-z][a-z0-9_ -]*\}")
NAMES = ("merge", "toposort", "sortacle")


def invented_study() -> evaluation.Study:
    """Real problems with made-up predicates, outcomes and times."""
    rng = random.Random(11)
    problems = []
    for name in NAMES:
        problem = load(name)
        buckets = [(), *((i,) for i in range(len(problem.subproperties))), (0, 1), (0, 1, 2)]
        problems.append(helpers.random_study(rng, problem, buckets, count=20))
    cells = {each.problem.name: measure.missed_cells(each, each.suite("ensemble")) for each in problems}
    return evaluation.Study(
        problems,
        rarity={name: [[1, rng.choice((1, 4, 50, 5_000))] for _ in found] for name, found in cells.items()},
        ours={name: {"1": [0.1, 0.2], "10": [0.3, 0.4], "contradictory": [0.05]} for name in NAMES},
        theirs={name: {"1": [], "10": [30.0, 2.0]} for name in NAMES},
        whole={name: dict.fromkeys(suites.ENGINES, 1.5) for name in NAMES},
        excluded={each.problem.name: {each.faulty[0].digest} for each in problems},
    )


def rows_of(text: str) -> list[list[str]]:
    """Every table of a text, as its lines."""
    tables, lines = [], []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            lines.append(line)
        elif lines:
            tables.append(lines)
            lines = []
    return tables


def columns(line: str) -> int:
    """The number of unescaped bars in a line of a table."""
    return len(re.findall(r"(?<!\\)\|", line))


class Shares(unittest.TestCase):
    def test_never_rounded_up_to_one(self):
        self.assertEqual(evaluation.share(3, 3), "1")
        self.assertEqual(evaluation.share(99_999, 100_000), "0.9999")
        self.assertEqual(evaluation.share(10**12 - 1, 10**12), "0.9999")
        self.assertEqual(evaluation.share(1, 3), "0.3333")
        self.assertEqual(evaluation.share(0, 3), "0.0000")
        self.assertEqual(evaluation.share(0, 0), "–")

    def test_no_other_share_is_one(self):
        for whole in range(1, 200):
            for part in range(whole):
                self.assertLess(float(evaluation.share(part, whole)), 1)

    def test_bounds_and_differences(self):
        self.assertEqual((evaluation.between([3, 3]), evaluation.between([2, 3])), ("3", "2 to 3"))
        self.assertEqual(evaluation.two([4, 0]), "4;0")


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.study = invented_study()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for program in ("rustc", "custodiet"):
            path = self.folder / program
            path.write_text(f"#!/bin/sh\necho {program} 1.2.3\n")
            path.chmod(0o755)
        paths = {"PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}", "CUSTODIET": str(self.folder / "custodiet")}
        for patched in (
            mock.patch.dict(os.environ, paths),
            mock.patch.object(evaluation, "FIGURES", self.folder / "figures"),
            mock.patch.object(evaluation, "MISSED_CELLS", self.folder / "missed_cells.tsv"),
            mock.patch.object(evaluation, "ROOT", self.folder),
        ):
            patched.start()
            self.addCleanup(patched.stop)

    def written(self) -> dict[str, str]:
        evaluation.write(self.study)
        return {path.name: path.read_text("utf-8") for path in self.folder.rglob("*.*") if path.is_file()}

    def test_every_placeholder_is_filled(self):
        template = (evaluation.HERE / "evaluation.template.md").read_text("utf-8")
        self.assertGreater(len(PLACEHOLDER.findall(template)), len(evaluation.TABLES))
        text = self.written()["EVALUATION.md"]
        self.assertEqual(PLACEHOLDER.findall(text), [])
        for name in evaluation.TABLES:
            self.assertIn(f"`study/run --table {name}`", text)

    def test_a_template_that_lacks_a_table_is_rejected(self):
        (self.folder / "evaluation.template.md").write_text("{table rq1}", "utf-8")
        with mock.patch.object(evaluation, "HERE", self.folder), self.assertRaises(RuntimeError):
            evaluation.write(self.study)
        self.assertFalse((self.folder / "EVALUATION.md").exists())

    def test_tables_have_equal_rows(self):
        tables = rows_of(self.written()["EVALUATION.md"])
        self.assertGreaterEqual(len(tables), len(evaluation.TABLES))
        for lines in tables:
            self.assertEqual(len(set(map(columns, lines))), 1, "\n".join(lines))
            self.assertRegex(lines[1], r"^\|(-+:?\|)+$")

    def test_no_table_is_empty(self):
        for name, made in evaluation.TABLES.items():
            with self.subTest(name):
                ((_, _, *rows),) = rows_of(made(self.study))
                self.assertTrue(rows)

    def test_text_does_not_break_a_row(self):
        found = evaluation.table(["what", "how many"], [["left | right", 1]])
        self.assertEqual(len(set(map(columns, found.splitlines()))), 1, found)

    def test_the_same_bytes_again(self):
        self.assertEqual(self.written(), self.written())

    def test_figures(self):
        found = self.written()
        for name in ("caught.svg", "recall.svg", "times.svg"):
            root = ElementTree.fromstring(found[name])
            self.assertEqual(len(root.findall("{http://www.w3.org/2000/svg}g")), len(NAMES), name)
            self.assertIn(f"study/figures/{name}", found["EVALUATION.md"])

    def test_every_missed_cell_is_listed(self):
        head, *lines = self.written()["missed_cells.tsv"].splitlines()
        self.assertEqual({line.count("\t") for line in lines}, {head.count("\t")})
        cells = sum(len(found) for found in self.study.rarity.values())
        self.assertEqual(len(lines), cells)
        self.assertGreater(cells, 0)

    def test_rarity_counts_every_missed_cell(self):
        for line in evaluation.rarity_table(self.study).splitlines()[2:]:
            _, _, _, _, missed, *counts = [""] + line.split("|")[:-1]
            self.assertEqual(int(missed), sum(map(int, counts)), line)

    def test_figures_of_the_corpus_add_up(self):
        *rows, total = [line.split("|")[2:-1] for line in evaluation.corpus_table(self.study).splitlines()[2:]]
        for row in [[int(cell) for cell in each] for each in [*rows, total]]:
            _, one, two, by_hand, aside, faulty, _, learned, held_out, _ = row
            self.assertEqual(one + two + by_hand, aside + faulty)
            self.assertEqual(learned + held_out, faulty)
        self.assertEqual([int(cell) for cell in total], [sum(map(int, column)) for column in zip(*rows)])


if __name__ == "__main__":
    unittest.main()
