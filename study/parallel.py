"""Does the same work for many items in several processes, and remembers the results.

`Store` is an append-only file of JSON lines: an interrupted run resumes where it stopped. `work_off` forks workers that share the
parent's memory. A worker that dies in a crash of the interpreter costs the item it was working on, not the run.
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
        """Loads the file. A truncated last line and damaged lines are dropped: those items are computed again."""
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
            print(f"{self.path}: dropped {damaged} damaged line{'s' if damaged > 1 else ''}; they will be computed again", file=sys.stderr)
        new = self.path.with_suffix(".new")
        new.write_bytes(b"".join(good))
        os.replace(new, self.path)

    def add(self, key: str, result: Any) -> None:
        self.results[key] = result
        self.file.write(json.dumps([key, result]) + "\n")
        self.file.flush()


def entry_of(line: bytes) -> tuple[str, Any] | None:
    """The key and the result in a line, if it is complete."""
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
    """Each item with its result, as they complete; None for an item that killed its worker."""
    with pool(1, begin) as worker:
        worker.submit(os.getpid).result()  # If `begin` fails, no item is at fault.
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
        # Interrupted: items that have not started are left for the next run.
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
