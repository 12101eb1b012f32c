"""Grades a class on a Ray cluster.

    python -m custodiet.ray SUITE SUBMISSIONS... -o DIR

The class is split into shards (`custodiet split`). Each shard is graded by a task on some node, with the `custodiet` that is
installed there; its results come home as one file; at the end `custodiet merge` joins them. The results are those of
`custodiet grade` on one machine. Nodes need no shared file system.

What always holds:

- A shard counts once, whatever happens: it is home when its folder has its final name, and a shard that is home is not run again,
  not even after the driver was killed and started again.
- A shard that is lost with its worker or node is run again, up to `retries` times. A mistake in the command line is not retried.
- Only a bounded number of shards is in flight, so neither the driver nor the object store holds the whole class.
- Nothing that comes home is believed: it is one file of bounded size under a name that the driver chose, and `custodiet merge`
  checks what is in it.

Guarded by `tests/test_ray.py`, which kills a worker and the driver of a real cluster.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from custodiet import _ray_home as home
from custodiet import _ray_node as node
from custodiet._ray_home import RayGradingError

# What `custodiet` exits with when it did its work: no mistakes, or some.
DONE = (0, 1)


@dataclass(frozen=True)
class ClusterRun:
    """What to grade, and how."""

    suite: Path
    submissions: Sequence[Path]
    output: Path
    # By default four for each processor of the cluster, so that a slow shard does not hold up the others for long.
    shards: int | None = None
    # The cluster's address; by default that of RAY_ADDRESS, or else a cluster on this machine, which ends with the run.
    address: str | None = None
    # How often a shard is run again after its worker or node was lost.
    retries: int = 3
    # Processors for each shard, and so the number of its jobs.
    cpus: int = 1
    # Shards that are on their way at the same time; by default one and a half for each that can run.
    in_flight: int | None = None
    # The program, on this machine and on the nodes.
    binary: str = "custodiet"
    # Further options of `custodiet grade`, such as --time. Files that they name are sent to the nodes.
    options: Sequence[str] = ()
    keep_parts: bool = False
    progress: Callable[[int, int, int], None] | None = field(default=None, compare=False)


def grade(run: ClusterRun) -> int:
    """Grades a class, and returns the exit code of `custodiet merge`: 0 if no mistake was found in any submission, else 1."""
    ray = _import_ray()
    binary = _find(run.binary)
    try:
        release = node.release(binary)
    except node.NodeError as error:
        raise RayGradingError(f"{error}\nhelp: pass --binary with the path of custodiet", 2) from error
    parts = run.output.absolute().with_name(run.output.absolute().name + ".parts")
    with home.locked(parts):
        shards = _bring_home(ray, run, binary, release, parts)
        folders = [str(parts / home.folder_name(index, shards)) for index in range(1, shards + 1)]
        code = subprocess.run([binary, "merge", *folders, "-o", str(run.output)], check=False).returncode
        if code not in DONE:
            raise RayGradingError(f"the results of the shards cannot be merged, see above; they are in `{parts}`\nhelp: remove the folder of the shard that it names, and run the same command again", code)
        if not run.keep_parts:
            shutil.rmtree(parts, ignore_errors=True)
    return code


def _bring_home(ray: Any, run: ClusterRun, binary: str, release: str, parts: Path) -> int:
    """Has all shards graded that are not home yet. Returns how many shards there are."""
    started_here = not ray.is_initialized()
    if started_here:
        _connect(ray, run.address)
    try:
        # A cluster that has lost a node meanwhile must not change the number.
        shards = run.shards or home.planned_shards(parts) or _usual_shards(ray, run.cpus)
        home.sweep(parts)
        packed = parts / ".packed"
        shutil.rmtree(packed, ignore_errors=True)
        split = [binary, "split", *map(str, run.submissions), "--shards", str(shards), "-o", str(packed)]
        _custodiet([*split, *_adapters(_separated(run.options))])
        suite = _suite(binary, run.suite, parts)
        home.check_plan(parts, _plan(run, shards, suite, packed, release))
        _collect(ray, run, shards, suite, packed, parts, release)
        shutil.rmtree(packed, ignore_errors=True)
    finally:
        if started_here:
            ray.shutdown()
    return shards


def _import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise RayGradingError(
            f"Ray cannot be imported: {error}\nhelp: install it with `pip install 'custodiet[ray]'`"
        ) from error
    return ray


def _find(binary: str) -> str:
    found = shutil.which(binary)
    if found is None:
        raise RayGradingError(
            f"there is no program `{binary}` on this machine\n"
            "help: install it with `cargo install --path crates/custodiet`, or pass --binary PATH"
        )
    return found


def _connect(ray: Any, address: str | None) -> None:
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    more = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error", **more)
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise RayGradingError(
            f"cannot connect to the Ray cluster: {error}\nhelp: pass --address, or start a cluster with `ray start --head`"
        ) from error


def _usual_shards(ray: Any, cpus: int) -> int:
    return max(1, 4 * int(ray.cluster_resources().get("CPU", 1)) // cpus)


def _custodiet(command: Sequence[str]) -> None:
    ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if ran.returncode != 0:
        raise RayGradingError(ran.stderr.strip().removeprefix("error: "), ran.returncode)


def _separated(options: Sequence[str]) -> list[str]:
    """`--support=DIR` as two words."""
    words: list[str] = []
    for option in options:
        name, equals, value = option.partition("=")
        words += [name, value] if equals and name in node.PATHS else [option]
    return words


def _adapters(options: Sequence[str]) -> list[str]:
    """The options that decide which files are submissions."""
    pairs = zip(options, options[1:])
    return [word for name, value in pairs if name == "--adapter" for word in (name, value)]


def _given(options: Sequence[str]) -> dict[int, bytes]:
    """The files that options name, packed, by the place of their path."""
    packed = {}
    for place, (name, value) in enumerate(zip(options, options[1:]), 1):
        if name in node.PATHS:
            if not Path(value).exists():
                raise RayGradingError(f"{name}: `{value}` does not exist")
            packed[place] = _packed(Path(value), Path(value).resolve().name)
    return packed


def _suite(binary: str, given: Path, parts: Path) -> bytes:
    """The suite; generated once, if a problem file was given."""
    if given.suffix != ".py":
        try:
            return given.read_bytes()
        except OSError as error:
            raise RayGradingError(f"cannot read `{given}`: {error.strerror}") from error
    kept = parts / home.SUITE
    digest = parts / ".problem"
    source = hashlib.sha256(given.read_bytes()).hexdigest() if given.is_file() else ""
    if not (kept.is_file() and digest.is_file() and digest.read_text() == source):
        _custodiet([binary, "suite", str(given), "-o", str(kept)])
        digest.write_text(source)
    return kept.read_bytes()


def _plan(run: ClusterRun, shards: int, suite: bytes, packed: Path, release: str) -> dict[str, Any]:
    """What shards that are home must have been made from."""
    part = json.loads((packed / home.folder_name(1, shards) / "part.json").read_bytes())
    return {
        "release": release,
        "shards": shards,
        "suite": hashlib.sha256(suite).hexdigest(),
        "class": hashlib.sha256(json.dumps(part["class"]).encode()).hexdigest(),
        "options": list(run.options),
    }


def _packed(path: Path, name: str = ".") -> bytes:
    """A file or folder as bytes."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz", compresslevel=1, format=tarfile.PAX_FORMAT, dereference=True) as tar:
        tar.add(path, arcname=name)
    return archive.getvalue()


def _collect(
    ray: Any, run: ClusterRun, shards: int, suite: bytes, packed: Path, parts: Path, release: str
) -> None:
    """Runs all shards that are not home yet."""
    waiting = deque(index for index in range(1, shards + 1) if not (parts / home.folder_name(index, shards)).exists())
    done = shards - len(waiting)
    attempts = dict.fromkeys(waiting, 0)
    # One shard may wait at each node while another one runs there. More would only fill memory.
    slots = max(1, int(ray.cluster_resources().get("CPU", 1)) // run.cpus)
    most = run.in_flight or slots + max(1, slots // 2)
    # The nodes need Ray and `custodiet`, nothing else.
    ray.cloudpickle.register_pickle_by_value(node)
    # Losses are counted here and not by Ray, so that the message names the shard and the reason.
    task = ray.remote(num_cpus=run.cpus, max_retries=0)(node.grade_shard)
    options = _separated(run.options)
    # Sent to a node once, however many shards it grades.
    options += ["--jobs", str(run.cpus)]
    # A path, unlike a name, means the same in every folder.
    program = os.path.abspath(run.binary) if os.sep in run.binary else run.binary
    shared = ray.put(node.SharedInput(suite, _given(options), options, program, release, home.MOST_RESULTS))
    flying: dict[Any, int] = {}
    show = run.progress or _no_progress
    show(done, shards, len(flying))
    try:
        while waiting or flying:
            while waiting and len(flying) < most:
                index = waiting.popleft()
                payload = ray.put(_packed(packed / home.folder_name(index, shards)))
                flying[task.remote(payload, shared)] = index
            ready, _ = ray.wait(list(flying), num_returns=1, timeout=1.0)
            for reference in ready:
                index = flying.pop(reference)
                shard = f"{index}/{shards}"
                try:
                    home.arrive(parts, index, shards, suite, ray.get(reference))
                    done += 1
                except Exception as error:  # noqa: BLE001: Ray has many names for what is lost with a node.
                    reason = _lost(ray, error)
                    attempts[index] += 1
                    if attempts[index] > run.retries:
                        times = "once" if attempts[index] == 1 else f"{attempts[index]} times"
                        raise RayGradingError(
                            f"shard {shard} was lost {times}; the last time: {reason}\n"
                            "help: run the same command again: shards that are home are kept; --retries allows more",
                            3,
                        ) from error
                    waiting.append(index)
            show(done, shards, len(flying))
    finally:
        for reference in flying:
            ray.cancel(reference, force=True)


def _lost(ray: Any, error: Exception) -> str:
    """Why a shard has to be run again. Raises if running it again would not help."""
    is_ours = isinstance(error, ray.exceptions.RayTaskError)
    if isinstance(error, node.ShardLost) or (isinstance(error, ray.exceptions.RayError) and not is_ours):
        return (str(error).strip().splitlines() or [type(error).__name__])[0]
    raise error


def _no_progress(done: int, shards: int, flying: int) -> None:
    pass


class Progress:
    """One line on a terminal, rewritten; in a pipe, nothing."""

    def __init__(self, stream: Any = sys.stderr) -> None:
        self.stream = stream
        self.started = time.monotonic()
        self.before: int | None = None

    def __call__(self, done: int, shards: int, flying: int) -> None:
        if not self.stream.isatty() or os.environ.get("TERM", "dumb") == "dumb":
            return
        if self.before is None:
            self.before = done
        left = ""
        if done > self.before:
            seconds = (time.monotonic() - self.started) / (done - self.before) * (shards - done)
            left = f"   {max(1, round(seconds))} s left" if seconds < 120 else f"   {round(seconds / 60)} min left"
        end = "\r\x1b[K" if done == shards else ""
        self.stream.write(f"\r\x1b[Kgrading  {done}/{shards} shards   {flying} in flight{left}{end}")
        self.stream.flush()


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"pass a number from {least} on")
        return int(text)

    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m custodiet.ray",
        description="Grade a class on a Ray cluster. The results are those of `custodiet grade` on one machine.",
        epilog="Options after -- are passed to `custodiet grade`, such as -- --time 2 --alias check.",
    )
    parser.add_argument("suite", type=Path, metavar="SUITE", help="a suite that `custodiet suite` wrote, or a problem file")
    parser.add_argument("submissions", type=Path, nargs="+", metavar="SUBMISSIONS", help="files, folders or archives")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder for results")
    parser.add_argument("--shards", type=_at_least(1), metavar="N", help="default: four for each processor of the cluster")
    parser.add_argument("--address", help="of the cluster; default: RAY_ADDRESS, or a cluster on this machine")
    parser.add_argument("--retries", type=_at_least(0), default=3, metavar="K", help="after a worker or node was lost; default: 3")
    parser.add_argument("--cpus", type=_at_least(1), default=1, metavar="N", help="processors for each shard; default: 1")
    parser.add_argument("--in-flight", type=_at_least(1), metavar="N", help="shards on their way at the same time")
    parser.add_argument("--binary", default="custodiet", metavar="PATH", help="the program, here and on the nodes")
    parser.add_argument("--keep-parts", action="store_true", help="keep DIR.parts, the results of the shards")
    return parser


def main(arguments: Iterable[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    options: list[str] = []
    if "--" in given:
        place = given.index("--")
        given, options = given[:place], given[place + 1 :]
    args = _parser().parse_args(given)
    run = ClusterRun(
        suite=args.suite,
        submissions=args.submissions,
        output=args.output,
        shards=args.shards,
        address=args.address,
        retries=args.retries,
        cpus=args.cpus,
        in_flight=args.in_flight,
        binary=args.binary,
        options=options,
        keep_parts=args.keep_parts,
        progress=Progress(),
    )
    try:
        return grade(run)
    except RayGradingError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.code
    except OSError as error:
        print(f"error: {error}\nhelp: run the same command again: shards that are home are kept", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("interrupted; shards that are home are kept: run the same command again to continue", file=sys.stderr)
        return 130


if __name__ == "__main__":
    # Ray sends functions by the name of their module, which must not be `__main__`.
    from custodiet.ray import main as imported_main

    sys.exit(imported_main())
