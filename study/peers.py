"""Tests from Hypothesis, generated as in the paper: for each bucket, `find` is called until there are enough pairs.

    peers.py PROBLEM BUCKETS.json OUT.json [--tests 10] [--limit 20000] [--seed 0] [--jobs 2]

BUCKETS is a list of buckets, each the list of the subproperties that fail. Each bucket gets one shrunk test that may
be trivial, two more shrunk ones that may not, and unshrunk ones for the rest; no pair occurs twice in a bucket. A
bucket ends early after `limit` calls of its filter, including shrinking. No decision depends on time, so two runs
agree in everything but `times`. A run starts with the tests of any shorter run, so suites of 1 and 3 tests per bucket
are cut from one of 10.

OUT is written after each bucket, and the buckets it contains are not computed again. A file made with other options
or generators is rejected. Buckets are in the order of BUCKETS; those not in BUCKETS are dropped.

Hypothesis is installed in a virtual environment next to the build, created on first use. If another interpreter runs
this program, it restarts itself with that one.
"""

import argparse
import fcntl
import importlib.metadata
import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from typing import Any

from literals import dump
from problem import ROOT, Pair, digest, load, meaning

VERSION = "6.170.15"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).absolute()
PYTHON = TARGET / "hypothesis/bin/python"
EXAMPLES = 20_000
KINDS = {"trivial": 1, "shrunk": 2, "unshrunk": sys.maxsize}


def installed() -> bool:
    """Whether the virtual environment exists and has the right version of Hypothesis."""
    ask = [PYTHON, "-c", "import importlib.metadata; print(importlib.metadata.version('hypothesis'))"]
    return PYTHON.exists() and subprocess.run(ask, capture_output=True, text=True).stdout.strip() == VERSION


def interpreter() -> Path:
    """The interpreter that has Hypothesis; its environment is created if necessary."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with open(TARGET / "hypothesis.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not installed():
            subprocess.run([sys.executable, "-m", "venv", TARGET / "hypothesis"], check=True)
            subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", f"hypothesis=={VERSION}"], check=True)
    return PYTHON


class OutOfCalls(BaseException):
    """The bucket has used up its calls. Not an `Exception`: Hypothesis would treat it as a failure and shrink it."""


class Search:
    """The search for the tests of one bucket."""

    def __init__(self, problem: str, fails: list[str], limit: int, seed: int) -> None:
        self.problem = load(problem)
        self.fails = fails
        self.bucket = self.problem.bucket_of(fails)
        self.limit = limit
        self.seed = seed
        self.calls = 0
        self.last: Pair | None = None
        self.tests: list[dict[str, Any]] = []

    def is_new(self, pair: Pair) -> bool:
        """The filter: whether the pair is in the bucket and not among its tests."""
        if self.calls == self.limit:
            raise OutOfCalls
        self.calls += 1
        if not self.problem.applies(pair) or self.problem.bucket(pair) != self.bucket:
            return False
        text = dump(self.problem, pair)
        if any(test["pair"] == text for test in self.tests):
            return False
        self.last = pair
        return True

    def find(self, kind: str) -> bool:
        """Searches for one more test; whether there is one. If the calls run out during shrinking, it stays as it is."""
        from hypothesis import HealthCheck, Phase, Verbosity, find, settings
        from hypothesis.errors import NoSuchExample, Unsatisfiable

        from strategies import strategy

        shrink = [] if kind == "unshrunk" else [Phase.shrink]
        limits = settings(
            max_examples=EXAMPLES, database=None, deadline=None, phases=[Phase.generate, *shrink],
            suppress_health_check=list(HealthCheck), verbosity=Verbosity.quiet,
        )
        number, before, self.last = len(self.tests) + 1, self.calls, None
        salt = Random(f"{self.seed} {self.problem.name} {' '.join(self.fails)} {number} {kind}")
        try:
            self.last = find(strategy(self.problem.name, kind == "trivial"), self.is_new, settings=limits, random=salt)
        except (NoSuchExample, Unsatisfiable, OutOfCalls):
            pass
        if self.last is None:
            return False
        pair = dump(self.problem, self.last)
        self.tests.append({"pair": pair, "number": number, "kind": kind, "candidates": self.calls - before})
        return True


def search(problem: str, fails: list[str], tests: int, limit: int, seed: int) -> tuple[dict, dict]:
    """All tests of one bucket, and the CPU seconds they took."""
    prepare()
    bucket, seconds, started = Search(problem, fails, limit, seed), [], time.process_time()
    for kind, most in KINDS.items():
        for _ in range(min(most, tests - len(bucket.tests))):
            before = time.process_time()
            if bucket.calls == limit or not bucket.find(kind):
                break
            seconds.append(round(time.process_time() - before, 3))
    times = {"fails": fails, "first": None, "all": round(time.process_time() - started, 3), "tests": seconds}
    if seconds:
        times["first"] = seconds[0]
    return {"fails": fails, "tests": bucket.tests, "candidates": bucket.calls}, times


def prepare() -> None:
    """Removes the time limit of shrinking, because no result may depend on time; moves Hypothesis's files out of the way."""
    from hypothesis.configuration import set_hypothesis_home_dir
    from hypothesis.internal.conjecture import engine

    assert hasattr(engine, "MAX_SHRINKING_SECONDS")
    engine.MAX_SHRINKING_SECONDS = float("inf")
    set_hypothesis_home_dir(TARGET / "hypothesis/home")


class Results:
    """The results file: its content, and how it was made."""

    def __init__(self, path: Path, made: dict[str, Any], buckets: list[list[str]]) -> None:
        self.path, self.made, self.order = path, made, buckets
        self.done: dict[tuple[str, ...], tuple[dict, dict]] = {}
        if not path.exists():
            return
        old = json.loads(path.read_text())
        other = [key for key, value in made.items() if old.get(key) != value]
        if other:
            sys.exit(f"{path} was made with different settings ({', '.join(other)}); remove it to recompute it")
        for bucket, times in zip(old["buckets"], old["times"]):
            self.add(bucket, times)

    def add(self, bucket: dict, times: dict) -> None:
        self.done[tuple(bucket["fails"])] = bucket, times

    def missing(self) -> list[list[str]]:
        return [fails for fails in self.order if tuple(fails) not in self.done]

    def write(self) -> None:
        both = [self.done[tuple(fails)] for fails in self.order if tuple(fails) in self.done]
        answer = {**self.made, "buckets": [bucket for bucket, _ in both], "times": [times for _, times in both]}
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        beside.write_text(json.dumps(answer, indent=1) + "\n")
        os.replace(beside, self.path)


def end_with(parent: int) -> None:
    """Makes this process end when its parent does, however the parent ends."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def sources(problem: str) -> str:
    """Changes with the sources of the tests: the problem file and the programs of this pipeline."""
    return digest("peers.py", "strategies.py", "literals.py", *meaning(problem))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("problem")
    parser.add_argument("buckets", type=Path)
    parser.add_argument("out", type=Path)
    for name, default in [("tests", 10), ("limit", EXAMPLES), ("seed", 0), ("jobs", 2)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    try:
        version = importlib.metadata.version("hypothesis")
    except importlib.metadata.PackageNotFoundError:
        version = None
    if version != VERSION:
        if Path(sys.executable) == PYTHON:
            sys.exit(f"{PYTHON} has Hypothesis {version}, not {VERSION}")
        os.execv(interpreter(), [str(PYTHON), *sys.argv])

    problem = load(given.problem)
    buckets = []
    for fails in json.loads(given.buckets.read_text()):
        names = problem.names(problem.bucket_of(fails))
        if len(names) != len(fails):
            sys.exit(f"not a bucket of {given.problem}: {fails}")
        buckets.append(names)
    made = {"problem": given.problem, "sources": sources(given.problem), "hypothesis": version}
    options = {"asked": given.tests, "limit": given.limit, "seed": given.seed}
    results = Results(given.out, made | options, buckets)
    with ProcessPoolExecutor(given.jobs, initializer=end_with, initargs=(os.getpid(),)) as pool:
        same = given.tests, given.limit, given.seed
        for answer in as_completed([pool.submit(search, given.problem, fails, *same) for fails in results.missing()]):
            results.add(*answer.result())
            results.write()
    results.write()


if __name__ == "__main__":
    main()
