"""The suites that are compared, each as a list of tests in the order in which they were found.

Ours come from the command line, as users get them: `custodiet suite`, with both engines, one engine, focused buckets only, and 1, 3,
10 or 30 tests for each negative bucket. The others are the paper's pipeline on Hypothesis, two hand-written suites, and near-valid
random tests without buckets, as many as ours. For every test, the problem file itself determines the bucket and the correct answer.
"""

import functools
import hashlib
import json
import os
import resource
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import draws
import hand_made
import literals
import peers
from corpus import FOLDER, PAPER, SEED
from problem import ROOT, Bucket, Pair, Problem, digest, load, meaning

PER_BUCKET = (1, 3, 10, 30)
DEFAULT = 10
ENGINES = {"ensemble": "both", "solver": "solver", "random": "random"}
HYPOTHESIS_PER_BUCKET = (1, 3, 10)
# The maximum number of candidates for a bucket of Hypothesis, including shrinking; fewer for the problems not in the paper.
HYPOTHESIS_LIMIT = 10_000
HYPOTHESIS_LIMIT_GALLERY = 3_000


@dataclass(frozen=True)
class Test:
    pair: Pair
    bucket: Bucket
    expect: bool


@dataclass(frozen=True)
class Suite:
    """`name` is the method, `per_bucket` the number of tests requested for each negative bucket, if any."""

    name: str
    per_bucket: int | None
    tests: tuple[Test, ...]

    @property
    def title(self) -> str:
        return self.name if self.per_bucket is None else f"{self.name}, {self.per_bucket}"

    @property
    def digest(self) -> str:
        """Changes with the tests, however they were made."""
        return hashlib.sha256(repr(self.tests).encode()).hexdigest()[:16]


def target() -> Path:
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def program() -> Path:
    return Path(os.environ.get("CUSTODIET", target() / "release/custodiet")).absolute()


def problem_file(name: str) -> Path:
    return ROOT / "problems" / f"{name}.py"


def lattice(name: str, folder: Path) -> dict[str, Any]:
    """The result of `analyze`: concretizable and contradictory buckets."""
    path = folder / f"lattice-{name}-{version(name)}.json"
    if not path.exists():
        done = subprocess.run([program(), "analyze", "--json", problem_file(name)], capture_output=True, check=True)
        written(path, done.stdout.decode())
    return known(path)


@functools.cache
def version(name: str) -> str:
    """Changes with the measured program and the problem file."""
    return digest(program().resolve(), *meaning(name))


def written(path: Path, text: str) -> None:
    """Writes a file completely or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.rename(path)


def known(path: Path) -> Any:
    """The JSON content of such a file."""
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is damaged ({error}); remove it and run again to recompute it") from error


def ours(name: str, folder: Path, method: str, per_bucket: int, *options: str) -> Suite:
    """A suite of the program, made once for each version. The time it took is stored next to it."""
    label = f"{name}-{method}-{per_bucket}-{version(name)}"
    path = folder / f"{label}.json"
    if not path.exists():
        part = folder / f"{label}.part"
        command = [program(), "suite", problem_file(name), "--tests", str(per_bucket), *options, "-o", part]
        wall, cpu = timed([*map(str, command), "--jobs", "1"])
        written(folder / f"{label}.time.json", json.dumps({"wall": wall, "cpu": cpu}))
        part.rename(path)
    problem = load(name)
    tests = tuple(Test(each.pair, each.bucket, each.expect) for each in hand_made.read_suite(problem, path))
    return Suite(method, per_bucket, tests)


def timed(command: list[str], may_refuse: bool = False) -> tuple[float, float]:
    """Runs a command; returns wall-clock and CPU seconds."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0 and not (may_refuse and done.returncode == 1):
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def hypothesis(name: str, folder: Path, jobs: int) -> list[Suite]:
    """The paper's pipeline, for every concretizable bucket; smaller suites are prefixes of the same run."""
    problem = load(name)
    run_hypothesis(name, folder, jobs)
    found = known(hypothesis_file(name, folder))
    tests: dict[int, list[Test]] = {count: [] for count in HYPOTHESIS_PER_BUCKET}
    for bucket in found["buckets"]:
        for number, entry in enumerate(bucket["tests"]):
            pair = literals.parse(problem, entry["pair"])
            test = placed(problem, pair)
            if problem.names(test.bucket) != bucket["fails"]:
                raise RuntimeError(f"Hypothesis, {name}: {entry['pair']} is not in its bucket")
            for count in HYPOTHESIS_PER_BUCKET:
                if number < count:
                    tests[count].append(test)
    return [Suite("hypothesis", count, tuple(each)) for count, each in tests.items()]


def hypothesis_limit(name: str) -> int:
    return HYPOTHESIS_LIMIT if name in PAPER else HYPOTHESIS_LIMIT_GALLERY


def hypothesis_file(name: str, folder: Path) -> Path:
    return folder / f"{name}-hypothesis-{hypothesis_limit(name)}-{SEED}-{peers.sources(name)}.json"


def run_hypothesis(name: str, folder: Path, jobs: int) -> None:
    """Continues with the buckets that are not in the file yet."""
    buckets = folder / f"{name}-hypothesis.buckets.json"
    written(buckets, json.dumps(lattice(name, folder)["concretizable"]))
    here = Path(__file__).resolve().parent
    path = hypothesis_file(name, folder)
    command = [peers.interpreter(), here / "peers.py", name, buckets, path, "--tests", max(HYPOTHESIS_PER_BUCKET)]
    options = ["--limit", hypothesis_limit(name), "--seed", SEED, "--jobs", jobs]
    subprocess.run([str(each) for each in [*command, *options]], check=True)


def time_of(name: str, folder: Path, method: str, per_bucket: int) -> float:
    """CPU seconds that a suite of ours took."""
    return known(folder / f"{name}-{method}-{per_bucket}-{version(name)}.time.json")["cpu"]


def by_hand(name: str, which: str) -> Suite:
    tests = hand_made.read(load(name), FOLDER / name / f"{which}.jsonl")
    return Suite(which, None, tuple(Test(each.pair, each.bucket, each.expect) for each in tests))


def near_valid(name: str, per_bucket: int, count: int) -> Suite:
    problem = load(name)
    return Suite("near-valid", per_bucket, tuple(placed(problem, each) for each in draws.near_valid(name, count, SEED)))


def placed(problem: Problem, pair: Pair) -> Test:
    """A pair as a test: its bucket and the correct answer according to the problem file."""
    if not problem.applies(pair):
        raise RuntimeError(f"{problem.name}: {pair} violates a precondition")
    bucket = problem.bucket(pair)
    return Test(pair, bucket, problem.correct(bucket))


def all_suites(name: str, folder: Path, jobs: int, quick: bool, say: Callable[[str], None]) -> list[Suite]:
    """Every suite of a problem. A quick run makes only those of the default size."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for per_bucket in (DEFAULT,) if quick else PER_BUCKET:
        for method, engine in ENGINES.items():
            say(f"{name}: suite of {method}, {per_bucket} tests per bucket")
            found.append(ours(name, folder, method, per_bucket, "--engine", engine))
        found.append(near_valid(name, per_bucket, len(found[-3].tests)))
    found.append(ours(name, folder, "focused", DEFAULT, "--buckets", "focused"))
    found += [by_hand(name, "staff"), by_hand(name, "independent")]
    if not quick:
        say(f"{name}: suite of Hypothesis")
        found += hypothesis(name, folder, jobs)
    return found
