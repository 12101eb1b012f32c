"""Times every subproperty of the three problems in `eval` and in CPython, on the same pairs, in one run.

    python3 benches/eval_vs_cpython.py

The two sides alternate, five times; the fastest turn counts.
"""

import importlib
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from itertools import starmap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "problems"), str(ROOT / "benches")]

import pairs as generator  # noqa: E402

TURNS = 5
PAIRS = 1000
ROUNDS = 20


def value(module, problem, name, json_value):
    """A parameter's value as CPython sees it."""
    if problem == "toposort":
        return [tuple(edge) for edge in json_value] if name == "edges" else list(json_value)
    if problem == "sortacle":
        return [module.Person(sys.intern(p["name"]), p["age"]) for p in json_value]
    if name == "hires":
        return {module.Hire(h["company"], h["candidate"]) for h in json_value["set"]}
    return json_value


def time_cpython(function, calls):
    """Nanoseconds of CPU time per call, without the cost of a Python loop around it."""
    start = time.thread_time_ns()
    for _ in range(ROUNDS):
        deque(starmap(function, calls), maxlen=0)
    return (time.thread_time_ns() - start) / (ROUNDS * len(calls))


def time_eval(problem, pairs_file):
    """Nanoseconds per call of each subproperty."""
    binary = ROOT / "target/release/examples/eval_speed"
    command = [binary, ROOT / f"problems/{problem}.py", pairs_file, str(ROUNDS)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def measure(problem, pairs_file):
    """Best times of both sides, by subproperty."""
    module = importlib.import_module(problem)
    loaded = json.loads(Path(pairs_file).read_text())
    arguments = [
        {name: value(module, problem, name, v) for side in pair.values() for name, v in side.items()} for pair in loaded
    ]
    best = {}
    for _ in range(TURNS):
        for name, nanoseconds in time_eval(problem, pairs_file).items():
            function = getattr(module, name)
            params = function.__code__.co_varnames[: function.__code__.co_argcount]
            calls = [tuple(pair[p] for p in params) for pair in arguments]
            cpython = time_cpython(function, calls)
            old = best.get(name, (math.inf, math.inf))
            best[name] = (min(old[0], nanoseconds), min(old[1], cpython))
    return best


def main():
    """Prints the table."""
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "custodiet-eval", "--example", "eval_speed"], check=True, cwd=ROOT)
    print(f"CPython {sys.version.split()[0]}, {PAIRS} pairs, best of {TURNS} turns\n")
    print("| problem | subproperty | eval, ns | CPython, ns | ratio |\n|---|---|---:|---:|---:|")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for problem in generator.PROBLEMS:
            path = os.path.join(folder, f"{problem}.json")
            Path(path).write_text(json.dumps(generator.generate(problem, PAIRS)))
            for name, (ours, theirs) in measure(problem, path).items():
                ratios.append(theirs / ours)
                print(f"| {problem} | {name} | {ours:.0f} | {theirs:.0f} | {theirs / ours:.1f} |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\n{len(ratios)} subproperties: geometric mean {mean:.2f} times faster, slowest ratio {min(ratios):.2f}")


if __name__ == "__main__":
    main()
