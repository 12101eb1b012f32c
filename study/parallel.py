"""Does the same work for many items in several processes, and remembers what is done.

`Store` is a file of JSON lines that only grows: an interrupted run goes on where it was. `work_off` forks workers that share what
the parent has in memory. A worker that dies, by a crash of the interpreter, costs the item it was at, not the run.
"""

import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

Item = TypeVar("Item")
AT_ONCE = 4


class Store:
    """Results by key, on disk as soon as they are known."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.results: dict[str, Any] = {}
        self.path = path
        if path.exists():
            self.read()
        self.file = path.open("a", encoding="utf-8")

    def read(self) -> None:
        """What is there. A last line that was cut off is taken away, and so is any that is damaged: those items are done again."""
        good, damaged = [], 0
        with self.path.open("rb") as lines:
            for line in lines:
                entry = entry_of(line)
                if entry is not None:
                    good.append(line)
                    self.results[entry[0]] = entry[1]
                elif line.endswith(b"\n"):
                    damaged += 1
        if sum(map(len, good)) == self.path.stat().st_size:
            return
        if damaged:
            print(f"{self.path}: {damaged} damaged lines are dropped, and done again", file=sys.stderr)
        new = self.path.with_suffix(".new")
        new.write_bytes(b"".join(good))
        os.replace(new, self.path)

    def add(self, key: str, result: Any) -> None:
        self.results[key] = result
        self.file.write(json.dumps([key, result]) + "\n")
        self.file.flush()


def entry_of(line: bytes) -> tuple[str, Any] | None:
    """The key and the result that a line holds, if it is whole."""
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    if not line.endswith(b"\n") or not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
        return None
    return entry[0], entry[1]


def work_off(
    items: Sequence[Item], work: Callable[[Item], Any], begin: Callable[[], None], jobs: int
) -> Iterator[tuple[Item, Any]]:
    """Each item with the result of its work, as they come; None for one that killed its worker."""
    with pool(1, begin) as worker:
        worker.submit(os.getpid).result()  # A `begin` that fails is no item's fault.
    groups = [items[i : i + AT_ONCE] for i in range(0, len(items), AT_ONCE)]
    lost: list[Item] = []
    workers = pool(jobs, begin)
    try:
        pending: dict[Future[list[Any]], Sequence[Item]] = {
            workers.submit(work_group, work, group): group for group in groups
        }
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                group = pending.pop(future)
                try:
                    yield from zip(group, future.result())
                except BrokenProcessPool:
                    lost.extend(group)
    finally:
        # Interrupted: what has not begun is left for the next run.
        workers.shutdown(cancel_futures=True)
    for item in lost:
        with pool(1, begin) as worker:
            try:
                yield item, worker.submit(work, item).result()
            except BrokenProcessPool:
                yield item, None


def pool(jobs: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), begin)


def work_group(work: Callable[[Item], Any], group: Sequence[Item]) -> list[Any]:
    return [work(item) for item in group]
