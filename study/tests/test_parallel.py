"""Stores that survive an interruption, and workers that may die."""

import contextlib
import io
import json
import logging
import os
import signal
import tempfile
import time
import unittest
from pathlib import Path

import helpers  # noqa: F401  (first: it puts the study on the path)

import parallel


def nothing() -> None:
    pass


def refuse() -> None:
    raise OSError("this process cannot work")


def square(item: int) -> int:
    return item * item


def deadly(item: int) -> int:
    if item == 5:
        os._exit(0)
    if item == 14:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def failing(item: int) -> int:
    return 1 // item


def slow(item: int) -> int:
    time.sleep(0.1)
    return item


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "deeper" / "store.jsonl"

    def store(self) -> parallel.Store:
        found = parallel.Store(self.path)
        self.addCleanup(found.file.close)
        return found


class Stores(InFolder):
    RESULTS = {"a": {"wrong": {"0-1": "([1], [2])"}}, "é\n": [1, None], "c": "0f"}

    def setUp(self):
        super().setUp()
        store = self.store()
        for key, result in self.RESULTS.items():
            store.add(key, result)

    def test_results_are_on_disk_at_once(self):
        lines = self.path.read_text("utf-8").splitlines()
        self.assertEqual(dict(map(json.loads, lines)), self.RESULTS)

    def test_everything_is_read_again(self):
        self.assertEqual(self.store().results, self.RESULTS)

    def test_only_a_truncated_last_line_is_dropped(self):
        whole = self.path.read_bytes()
        last = whole.rstrip(b"\n").rfind(b"\n") + 1
        for end in range(last, len(whole)):
            with self.subTest(end=end):
                self.path.write_bytes(whole[:end])
                store = self.store()
                self.assertEqual(list(store.results), ["a", "é\n"])
                store.add("c", self.RESULTS["c"])
                self.assertEqual(self.path.read_bytes(), whole)
                self.assertEqual(self.store().results, self.RESULTS)

    def test_only_damaged_lines_are_dropped_and_reported(self):
        whole = self.path.read_bytes().splitlines(keepends=True)
        for damage in (b"garbage\n", b"5\n", b'["a"]\n', b'[1, 2]\n', b'["b", 1\n', b"\xff\n", b"\n"):
            for at in range(len(whole) + 1):
                with self.subTest(damage=damage, at=at):
                    self.path.write_bytes(b"".join(whole[:at] + [damage] + whole[at:]))
                    printed = io.StringIO()
                    with contextlib.redirect_stderr(printed):
                        self.assertEqual(self.store().results, self.RESULTS)
                    self.assertIn("1 damaged line", printed.getvalue())
                    self.assertEqual(self.path.read_bytes(), b"".join(whole))

    def test_of_two_results_the_later_one_counts(self):
        self.store().add("a", "later")
        self.assertEqual(self.store().results, {**self.RESULTS, "a": "later"})


class Workers(InFolder):
    def test_every_item_comes_once(self):
        for count in (0, 1, 4, 37):
            for jobs in (1, 3):
                with self.subTest(count=count, jobs=jobs):
                    found = list(parallel.work_off(list(range(count)), square, nothing, jobs))
                    self.assertEqual(sorted(found), [(i, i * i) for i in range(count)])

    def test_a_worker_that_dies_costs_only_its_item(self):
        found = list(parallel.work_off(list(range(20)), deadly, nothing, 2))
        self.assertEqual(len(found), 20)
        self.assertEqual(dict(found), {i: None if i in (5, 14) else i * i for i in range(20)})

    def test_an_error_in_the_work_is_an_error(self):
        with self.assertRaises(ZeroDivisionError):
            list(parallel.work_off([1, 0, 2], failing, nothing, 2))

    def test_a_worker_that_cannot_begin_is_an_error(self):
        """And not a result: None would mean an item that killed its worker."""
        logging.disable(logging.CRITICAL)  # the worker logs why it ended
        self.addCleanup(logging.disable, logging.NOTSET)
        with self.assertRaises(Exception):
            list(parallel.work_off([1, 2], square, refuse, 1))

    def test_an_interrupted_run_ends_soon(self):
        run = parallel.work_off(list(range(120)), slow, nothing, 2)
        next(run)
        started = time.monotonic()
        run.close()
        self.assertLess(time.monotonic() - started, 3, "the rest is still worked off, for nothing")

    def test_a_resumed_store_equals_an_uninterrupted_one(self):
        items = list(range(30))
        for stop in (1, 7, 29):
            with self.subTest(stop=stop):
                self.path.unlink(missing_ok=True)
                store = self.store()
                run = parallel.work_off(items, square, nothing, 2)
                for _, (item, result) in zip(range(stop), run):
                    store.add(str(item), result)
                run.close()
                store.file.write('["half a li')
                store.file.flush()
                store = self.store()
                self.assertEqual(len(store.results), stop)
                left = [item for item in items if str(item) not in store.results]
                self.assertEqual(len(left), len(items) - stop)
                for item, result in parallel.work_off(left, square, nothing, 2):
                    store.add(str(item), result)
                self.assertEqual(self.store().results, {str(item): item * item for item in items})
                self.assertEqual(len(self.path.read_text().splitlines()), len(items))


if __name__ == "__main__":
    unittest.main()
