"""The ground truth about each predicate, determined by calling it on every pair of the study scope.

Every pair is shown with every kind of atom that the problem file allows, with names drawn anew each time. A *cell* is a predicate and
a bucket; it is wrong if the predicate is wrong on some pair of the bucket. A predicate that is correct on the whole scope is called on
many random pairs beyond it. If it is correct there too, it counts as equivalent to a correct one and is set aside.
No suite under test is involved.
"""

import platform
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import draws
import judge
import literals
import parallel
import scopes
from corpus import SEED, Predicate
from problem import Bucket, Pair, Problem, digest, load, meaning

# Problems whose pairs are shown with every naming of the atoms from a fixed set, not once up to renaming.
LABELED = {"toposort"}
BEYOND = 100_000
BEYOND_QUICK = 5_000


@dataclass(frozen=True)
class Truth:
    """For one predicate: for each bucket in which it is wrong, the first pair that shows it, as text."""

    cells: dict[Bucket, str]
    beyond: str | None  # the first random pair beyond the scope on which it is wrong, if it is correct within

    @property
    def faulty(self) -> bool:
        return bool(self.cells) or self.beyond is not None


class Pairs:
    """Every pair of the study scope, by bucket, as predicates see them; built on first use."""

    def __init__(self, name: str, quick: bool) -> None:
        self.problem: Problem = load(name)
        self.copy = scopes.copier(name)
        rng = random.Random(f"{SEED}:{name}")
        kinds = scopes.kinds(name) or (None,)
        self.count = 0
        self.buckets: dict[Bucket, list[Pair]] = {}
        for pair in scopes.pairs(name, quick, labeled=name in LABELED and not quick):
            self.count += 1
            bucket = self.buckets.setdefault(self.problem.bucket(pair), [])
            bucket.extend(scopes.shown(name, pair, kind, rng) for kind in kinds)
        self.buckets = dict(sorted(self.buckets.items(), key=lambda entry: (len(entry[0]), entry[0])))
        self.beyond: dict[bool, list[Pair]] = {True: [], False: []}
        for pair in draws.search(name, BEYOND_QUICK if quick else BEYOND, SEED):
            self.beyond[self.problem.correct(self.problem.bucket(pair))].append(pair)

    def cells(self, source: str) -> dict[str, Any]:
        """What a predicate gets wrong, as JSON."""
        predicate = judge.function(source)
        wrong = {}
        for bucket, pairs in self.buckets.items():
            first = judge.first_wrong(predicate, self.problem.correct(bucket), pairs, self.copy)
            if first is not None:
                wrong[key(bucket)] = literals.dump(self.problem, pairs[first])
        return {"wrong": wrong, "beyond": None if wrong else self.first_beyond(predicate)}

    def first_beyond(self, predicate: judge.Function) -> str | None:
        for expect, pairs in self.beyond.items():
            first = judge.first_wrong(predicate, expect, pairs, self.copy)
            if first is not None:
                return literals.dump(self.problem, pairs[first])
        return None

    def share(self, source: str, bucket: Bucket) -> list[int]:
        """On how many of the calls for a bucket a predicate is wrong."""
        predicate, pairs, expect = judge.function(source), self.buckets[bucket], self.problem.correct(bucket)
        wrong = sum(judge.all_wrong(predicate, [(pair, expect)], self.copy)[0] for pair in pairs)
        return [wrong, len(pairs)]

    def crashed(self) -> dict[str, Any]:
        """The truth about a predicate that ends its interpreter: it is wrong everywhere."""
        return {"wrong": {key(bucket): literals.dump(self.problem, self.buckets[bucket][0]) for bucket in self.buckets}, "beyond": None}


def key(bucket: Bucket) -> str:
    return "-".join(map(str, bucket))


def bucket_of(text: str) -> Bucket:
    return tuple(map(int, text.split("-"))) if text else ()


def version(name: str) -> str:
    """Changes with everything the truth depends on, so that stale results are never reused."""
    files = ("truth.py", "judge.py", "scopes.py", "draws.py", "literals.py", "problem.py")
    return digest(*files, *meaning(name), also=(SEED, platform.python_version()))


shared: Pairs | None = None


def work(predicate: Predicate) -> dict[str, Any]:
    assert shared is not None
    return shared.cells(predicate.source)


def decide(
    name: str, predicates: Sequence[Predicate], folder: Path, jobs: int, quick: bool, say: Callable[[str], None]
) -> tuple[dict[str, Truth], dict[str, Any]]:
    """The truth about each predicate, by digest, and the number of pairs it is based on."""
    global shared
    store = parallel.Store(folder / f"truth-{name}{'-quick' * quick}-{version(name)}.jsonl")
    unknown = [each for each in predicates if each.digest not in store.results]
    if unknown or "pairs" not in store.results:
        say(f"{name}: enumerating the pairs of the study scope")
        shared = Pairs(name, quick)
        if "pairs" not in store.results:
            sizes = {key(bucket): len(pairs) for bucket, pairs in shared.buckets.items()}
            beyond = sum(map(len, shared.beyond.values()))
            store.add("pairs", {"pairs": shared.count, "asked": sum(sizes.values()), "beyond": beyond, "sizes": sizes})
        for done, (predicate, result) in enumerate(parallel.work_off(unknown, work, judge.start, jobs), 1):
            store.add(predicate.digest, result if result is not None else shared.crashed())
            if done % 20 == 0 or done == len(unknown):
                say(f"{name}: {done} of {len(unknown)} predicates run on {shared.count:,} pairs")
        shared = None
    truths = {}
    for predicate in predicates:
        result = store.results[predicate.digest]
        cells = {bucket_of(bucket): first for bucket, first in result["wrong"].items()}
        truths[predicate.digest] = Truth(cells, result["beyond"])
    return truths, store.results["pairs"]


def work_share(cell: tuple[Predicate, Bucket]) -> list[int]:
    assert shared is not None
    predicate, bucket = cell
    return shared.share(predicate.source, bucket)


def shares(
    name: str, cells: Sequence[tuple[Predicate, Bucket]], folder: Path, jobs: int, say: Callable[[str], None]
) -> list[list[int]]:
    """How rare each of these mistakes is: on how many calls for the bucket the predicate is wrong, of how many."""
    global shared
    store = parallel.Store(folder / f"shares-{name}-{version(name)}.jsonl")
    keys = [f"{predicate.digest}:{key(bucket)}" for predicate, bucket in cells]
    unknown = [cell for cell, known in zip(cells, keys) if known not in store.results]
    if unknown:
        say(f"{name}: measuring how rare {len(unknown)} mistakes are")
        shared = Pairs(name, quick=False)
        for (predicate, bucket), result in parallel.work_off(unknown, work_share, judge.start, jobs):
            store.add(f"{predicate.digest}:{key(bucket)}", result or [len(shared.buckets[bucket])] * 2)
        shared = None
    return [store.results[each] for each in keys]
