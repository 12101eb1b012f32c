"""The outcome of each predicate on each test of each suite: the tests on which it is wrong, as bits.

The tests of one bucket and suite run together. After a call that takes too long, the rest of them are skipped, and from
then on the predicate gets fewer lines per call.
"""

import platform
from collections.abc import Callable, Sequence
from pathlib import Path

import judge
import parallel
import scopes
from corpus import Predicate
from problem import Bucket, digest, meaning
from suites import Suite

shared: tuple[str, list[Suite]] | None = None
Wrong = dict[str, int]
"""The tests of one suite on which a predicate is wrong, by the predicate's digest."""


def places(suite: Suite) -> dict[Bucket, list[int]]:
    """The positions of the tests of each bucket in the suite."""
    found: dict[Bucket, list[int]] = {}
    for place, test in enumerate(suite.tests):
        found.setdefault(test.bucket, []).append(place)
    return found


# The limit for each call of a predicate that has taken too long once.
FEWER_LINES = judge.LINES // 100


def wrong_on(suite: Suite, predicate: judge.Function, copy: judge.Copy) -> int:
    wrong, lines = 0, None
    for numbers in places(suite).values():
        tests = [(suite.tests[number].pair, suite.tests[number].expect) for number in numbers]
        bits, too_long = judge.all_wrong(predicate, tests, copy, lines)
        if too_long:
            lines = FEWER_LINES
        for i, number in enumerate(numbers):
            wrong |= (bits >> i & 1) << number
    return wrong


def version(name: str) -> str:
    """Changes with the way predicates are called, and with the correct answers."""
    return digest("judge.py", "outcomes.py", "scopes.py", *meaning(name), also=platform.python_version())


def work(predicate: Predicate) -> list[str]:
    assert shared is not None
    name, suites = shared
    copy = scopes.copier(name)
    # Each suite gets a fresh function: the state left by one must not affect the next.
    return [f"{wrong_on(suite, judge.function(predicate.source), copy):x}" for suite in suites]


def run(
    name: str, predicates: Sequence[Predicate], suites: list[Suite], folder: Path, jobs: int, say: Callable[[str], None]
) -> list[Wrong]:
    """For each suite, which predicates are wrong on which tests. Results of an earlier run are reused."""
    global shared
    stores = [parallel.Store(folder / f"outcomes-{name}-{suite.digest}-{version(name)}.jsonl") for suite in suites]
    open_ = [i for i, store in enumerate(stores) if any(each.digest not in store.results for each in predicates)]
    if open_:
        shared = (name, [suites[i] for i in open_])
        unknown = [each for each in predicates if any(each.digest not in stores[i].results for i in open_)]
        everything = [f"{(1 << len(suites[i].tests)) - 1:x}" for i in open_]
        for done, (predicate, result) in enumerate(parallel.work_off(unknown, work, judge.start, jobs), 1):
            for i, bits in zip(open_, result if result is not None else everything):
                stores[i].add(predicate.digest, bits)
            if done % 100 == 0 or done == len(unknown):
                say(f"{name}: {done} of {len(unknown)} predicates tested with {len(open_)} suites")
        shared = None
    return [{each.digest: int(store.results[each.digest], 16) for each in predicates} for store in stores]
