"""The command: what it rejects, and what it reports as a regression."""

import contextlib
import fcntl
import importlib.util
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path
from unittest import mock

import helpers  # first: it puts the study on the path

import measure

COMMAND = Path(__file__).resolve().parent.parent / "run"
loader = SourceFileLoader("run", str(COMMAND))
run = importlib.util.module_from_spec(importlib.util.spec_from_loader("run", loader))
loader.exec_module(run)


class Rejected(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_rejected(self, words, *arguments, program=sys.executable):
        command = [sys.executable, COMMAND, *arguments]
        done = subprocess.run(command, env={**os.environ, "CUSTODIET": str(program)}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(words, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_wrong_options(self):
        self.assert_rejected("invalid choice", "--table", "missing")
        self.assert_rejected("invalid choice", "--problem", "missing")
        self.assert_rejected("whole study", "--table", "rq1", "--quick")
        self.assert_rejected("at least 1", "--jobs", "0")

    def test_no_program(self):
        for program in (self.folder / "missing", self.folder, __file__):
            with self.subTest(program):
                self.assert_rejected("is not a program", "--quick", "--work", self.folder, program=program)

    def test_no_folder(self):
        (self.folder / "file").touch()
        self.assert_rejected("File exists", "--quick", "--work", self.folder / "file")

    def test_a_second_run(self):
        with open(self.folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assert_rejected("another run is using", "--quick", "--work", self.folder)


class Regressions(unittest.TestCase):
    """A made-up study in which some predicates are missed."""

    def setUp(self):
        rng = random.Random(7)
        problem = helpers.invented_problem("abc", 2)
        every = [(), (0,), (1,), (0, 1), (0, 2)]
        for _ in range(100):
            self.studied = helpers.random_study(rng, problem, every)
            self.missed = measure.misses(self.studied, self.studied.suite("ensemble"))
            if len(self.missed) > 1:
                return
        self.fail("nothing is missed")

    def quick(self, allowed, least=0.0):
        with tempfile.TemporaryDirectory() as folder:
            known = Path(folder) / "known.json"
            known.write_text(json.dumps({"invented": allowed}))
            printed = io.StringIO()
            with (
                mock.patch.object(run, "KNOWN", known),
                mock.patch.object(run, "LEAST_RECALL", least),
                mock.patch.object(run.evaluation, "overview", lambda *_: ""),
                contextlib.redirect_stdout(printed),
            ):
                return run.quick([self.studied]), printed.getvalue()

    def test_a_known_miss_is_not_a_regression(self):
        allowed = {miss["digest"]: miss["predicate"] for miss in self.missed}
        self.assertEqual(run.known([self.studied])["invented"], allowed)
        code, printed = self.quick(allowed)
        self.assertEqual((code, printed.strip()), (0, "no regressions"))

    def test_any_other_miss_is_a_regression(self):
        first, *others = self.missed
        code, printed = self.quick({miss["digest"]: miss["predicate"] for miss in others})
        self.assertEqual(code, 1)
        self.assertEqual(printed.count("regression:"), 1)
        self.assertIn(f"invented, {first['predicate']} is missed (", printed)

    def test_a_low_recall_is_a_regression(self):
        code, printed = self.quick({miss["digest"]: miss["predicate"] for miss in self.missed}, least=1.01)
        self.assertEqual(code, 1)
        self.assertIn("is below 1.01", printed)


if __name__ == "__main__":
    unittest.main()
