"""What a node of a Ray cluster does with one shard: unpacks it, grades it, sends the results home. See `custodiet.ray`.

The module is sent to the nodes with the tasks, which therefore need Ray and `custodiet`, but not this package. What it answers has
plain types, because classes would not be the same ones on the driver.

A worker that is killed takes its `custodiet` with it, and what it leaves on the disk, the next shard on that node removes.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PREFIX = "custodiet-shard-"
PR_SET_PDEATHSIG = 1
# The options of `custodiet grade` that name files.
PATHS = ("--support", "--prelude", "--adapter", "--reference")


class NodeError(Exception):
    """Something that would fail on every attempt."""


class ShardLost(Exception):
    """Something that may succeed on another attempt."""


@dataclass(frozen=True)
class SharedInput:
    """What all shards have in common."""

    suite: bytes
    # Files that options name, packed, by the place of their path among the options.
    given: Mapping[int, bytes]
    options: Sequence[str]
    binary: str
    # Of the driver's `custodiet`.
    release: str
    # Bytes of the results of a shard.
    most: int


def release(binary: str) -> str:
    """What the program says about its version."""
    try:
        ran = subprocess.run([binary, "--version"], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise NodeError(f"`{binary}` cannot be run on {socket.gethostname()}: {error.strerror}") from error
    if ran.returncode != 0 or not ran.stdout.startswith("custodiet "):
        raise NodeError(f"`{binary}` on {socket.gethostname()} is not custodiet")
    return ran.stdout.strip()


def grade_shard(packed: bytes, shared: SharedInput) -> tuple[str, str, bytes]:
    """Grades a packed shard. Answers `results`, with their digest and the results; `refused`, with what would fail on every
    attempt; or `lost`, with what may not fail again."""
    try:
        content = _graded(packed, shared)
        return "results", hashlib.sha256(content).hexdigest(), content
    except NodeError as error:
        return "refused", str(error), b""
    except (ShardLost, OSError, MemoryError, tarfile.TarError, zlib.error) as error:
        return "lost", f"{type(error).__name__}: {error}" if not isinstance(error, ShardLost) else str(error), b""


def _graded(packed: bytes, shared: SharedInput) -> bytes:
    found = shutil.which(shared.binary)
    if found is None:
        raise NodeError(
            f"there is no program `{shared.binary}` on {socket.gethostname()}\n"
            "help: install custodiet on every node, or pass --binary PATH with a path that all nodes have"
        )
    present = release(found)
    if present != shared.release:
        raise NodeError(
            f"{socket.gethostname()} has {present}, the driver has {shared.release}\nhelp: install the same release"
        )
    _sweep(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        folder = Path(name)
        # Says that this process is alive; released by the system when it is not.
        lock = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            part, results, suite = folder / "part", folder / "results", folder / "suite.json"
            _unpack(packed, part)
            suite.write_bytes(shared.suite)
            options = list(shared.options)
            for place, content in shared.given.items():
                given = folder / f"given-{place}"
                _unpack(content, given)
                options[place] = str(next(given.iterdir()))
            _run([found, "grade", str(suite), "--part", str(part), "-o", str(results), *options])
            return _sent(results / "results.sqlite", shared.most)
        finally:
            os.close(lock)


def _run(command: Sequence[str]) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()
    # Other systems have nothing like it, and no sandbox for submissions either.
    on_linux = sys.platform == "linux"

    def end_with_parent() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    ran = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
        preexec_fn=end_with_parent if on_linux else None,
    )
    said = ran.stderr.strip()[-4000:]
    if ran.returncode == 2:
        raise NodeError(f"on {socket.gethostname()}, custodiet says: {said}")
    if ran.returncode not in (0, 1):
        raise ShardLost(f"on {socket.gethostname()}, custodiet ended with {ran.returncode}: {said}")


def _sent(results: Path, most: int) -> bytes:
    # Exit code 1 can also mean that the suite or the reference is wrong; then there are no results.
    if not results.is_file():
        raise NodeError(f"on {socket.gethostname()}, custodiet wrote no results")
    if results.stat().st_size > most:
        raise NodeError(f"the results of the shard are larger than {most >> 20} MiB\nhelp: pass more --shards")
    return results.read_bytes()


def _unpack(packed: bytes, folder: Path) -> None:
    """Creates regular files and folders, and nothing outside the folder."""
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as tar:
        for entry in tar:
            path = PurePosixPath(entry.name)
            if path.is_absolute() or ".." in path.parts:
                raise NodeError(f"the shard contains the path `{entry.name!r}`")
            place = folder / path
            if entry.isdir():
                place.mkdir(parents=True, exist_ok=True)
            elif entry.isreg() and (content := tar.extractfile(entry)) is not None:
                place.parent.mkdir(parents=True, exist_ok=True)
                with open(place, "xb") as file:
                    shutil.copyfileobj(content, file)
            else:
                raise NodeError(f"the shard contains `{entry.name!r}`, which is not a file")


def _sweep(folder: Path) -> None:
    """Removes the folders of workers that were killed: those of this user that nobody has locked."""
    for left in folder.glob(f"{PREFIX}*"):
        try:
            found = left.lstat()
            if found.st_uid != os.getuid():
                continue
            lock = os.open(left, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Another worker may be about to lock a folder that it has just created.
            if any(left.iterdir()) or time.time() - found.st_mtime > 60:
                shutil.rmtree(left, ignore_errors=True)
        except OSError:
            pass
        finally:
            os.close(lock)
