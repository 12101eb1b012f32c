"""RQ5: what a bucket costs, in CPU seconds of a whole run of the program for one bucket: startup, reading, compiling, solving,
replaying and writing. Everything that depends on the machine is in this module."""

import statistics
import tempfile
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import parallel
import suites
from problem import load

COUNTS = (1, 10)


def contradictory(name: str, folder: Path) -> list[list[str]]:
    """The buckets without a pair in the scope."""
    concretizable = {tuple(each) for each in suites.lattice(name, folder)["concretizable"]}
    names = [each.name for each in load(name).subproperties]
    every = [subset for size in range(len(names) + 1) for subset in combinations(names, size)]
    return [list(subset) for subset in every if subset not in concretizable]


def ours(name: str, folder: Path, say: Callable[[str], None]) -> dict[str, list[float]]:
    """For 1 test, 10 tests and contradictory buckets: CPU seconds of each bucket, in order."""
    store = parallel.Store(folder / f"{name}-times-{suites.version(name)}.jsonl")
    concretizable = suites.lattice(name, folder)["concretizable"]
    wanted = [(str(count), fails) for count in COUNTS for fails in concretizable]
    wanted += [("contradictory", fails) for fails in contradictory(name, folder)]
    say(f"{name}: timing {len(wanted)} buckets")
    with tempfile.TemporaryDirectory() as away:
        for what, fails in wanted:
            key = f"{what}:{','.join(fails)}"
            if key not in store.results:
                store.add(key, seconds(name, what, fails, Path(away) / "suite.json"))
    found: dict[str, list[float]] = {}
    for what, fails in wanted:
        found.setdefault(what, []).append(store.results[f"{what}:{','.join(fails)}"])
    return found


def seconds(name: str, what: str, fails: list[str], path: Path) -> float:
    tests = "1" if what == "contradictory" else what
    bucket = ["--buckets", ",".join(fails) or "allprop", "--tests", tests, "--jobs", "1"]
    command = [suites.program(), "suite", suites.problem_file(name), "-o", path, *bucket]
    _, cpu = suites.timed([str(each) for each in command], may_refuse=what == "contradictory")
    return cpu


def hypothesis(name: str, folder: Path) -> dict[str, list[float]]:
    """The same for Hypothesis: until its first test, and until it has ten or gives up."""
    path = suites.hypothesis_file(name, folder)
    found = suites.known(path)["times"]
    return {"1": [each["first"] for each in found if each["first"] is not None], "10": [each["all"] for each in found]}


def summary(values: list[float]) -> dict[str, Any]:
    if not values:
        return {"count": 0}
    return {
        "count": len(values),
        "min": min(values),
        "avg": statistics.fmean(values),
        "max": max(values),
        "deviation": statistics.pstdev(values),
    }
