"""The shards of a class that are home: results that nodes have sent, in the folder `DIR.parts` of the driver. See `custodiet.ray`.

Takes what a node answers; gives folders that `custodiet merge` reads. A shard is home when its folder has its final name: it appears
whole or not at all, and is never replaced. What a node sends is bytes of bounded size under a name that is chosen here.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from custodiet import _ray_node as node

RESULTS = "results.sqlite"
SUITE = "suite.json"
PLAN = "plan.json"
# Bytes of the results of one shard. Those of a thousand submissions take less.
MOST_RESULTS = 1 << 30
# What `custodiet split` takes.
MOST_SHARDS = 100_000


class RayGradingError(Exception):
    """Why a class cannot be graded: what is wrong, and what to do about it. `code` is the exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def folder_name(index: int, shards: int) -> str:
    """As `custodiet split` names the folder of a shard."""
    return f"{index}-of-{shards}"


@contextlib.contextmanager
def locked(parts: Path) -> Iterator[None]:
    """Creates the folder, if necessary. While this is held, no other driver uses it; the system releases it with the process."""
    parts.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(parts, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RayGradingError(
                f"another driver is grading into `{parts}`\nhelp: wait for it, or pass another folder with -o"
            ) from error
        yield
    finally:
        os.close(lock)


def planned_shards(parts: Path) -> int | None:
    try:
        shards = json.loads((parts / PLAN).read_bytes())["shards"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return shards if isinstance(shards, int) and 0 < shards <= MOST_SHARDS else None


def check_plan(parts: Path, plan: dict[str, Any]) -> None:
    path = parts / PLAN
    if path.exists():
        try:
            before = json.loads(path.read_bytes())
        except ValueError:
            before = {}
        differs = sorted(key for key in plan if not isinstance(before, dict) or before.get(key) != plan[key])
        if differs:
            raise RayGradingError(
                f"`{parts}` holds shards of another run ({', '.join(differs)} changed)\n"
                f"help: remove it with `rm -r {parts}`, or pass another folder with -o"
            )
    else:
        write(path, json.dumps(plan).encode())


def sweep(parts: Path) -> None:
    """Removes what a driver that was killed was just writing."""
    for left in parts.glob(".arriving-*"):
        shutil.rmtree(left, ignore_errors=True)


def write(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.part")
    with open(draft, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def arrive(parts: Path, index: int, shards: int, suite: bytes, arrived: object) -> None:
    """Puts the results of a shard into their place, all at once. A shard that is already there stays as it is."""
    if not (isinstance(arrived, tuple) and len(arrived) == 3 and all(isinstance(text, str) for text in arrived[:2])):
        raise node.ShardLost("its results do not have the form that they should have")
    kind, digest, content = arrived
    if kind == "refused":
        raise RayGradingError(f"shard {index}/{shards}: {_visible(digest)}")
    if kind != "results":
        raise node.ShardLost(_visible(digest))
    if not isinstance(content, bytes) or len(content) > MOST_RESULTS or hashlib.sha256(content).hexdigest() != digest:
        raise node.ShardLost("its results were damaged on their way")
    place = parts / folder_name(index, shards)
    if place.exists():
        return
    draft = parts / f".arriving-{index}"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    write(draft / SUITE, suite)
    write(draft / RESULTS, content)
    draft.rename(place)


def _visible(text: str) -> str:
    """What a node says, without characters that a terminal obeys."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text[:5000])
