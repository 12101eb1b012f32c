"""Candidates per second: our random engine against Hypothesis, in one run.

A candidate is a pair of the right types, inside the file's scope, with a valid input, classified into its bucket. Hypothesis
draws from natural strategies (lists of tuples, permutations for the rankings of matcher, so that no candidate is wasted), and
the problem file itself classifies, in CPython. `--find PROBLEM …` runs another comparison: Hypothesis searches for one pair
in every bucket of these problems, as the paper did: `find` with a filter, at most 20,000 examples and 60 CPU seconds for each
bucket. A line is printed for each bucket as soon as it is done.

Installs Hypothesis into a virtual environment next to the build, once.
"""

import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PROBLEMS = ["sortacle", "toposort", "matcher"]
EXAMPLES = 20_000
LIMIT = 60.0


def strategies(name, problem):
    """Strategies for the inputs and for the outputs, each giving a dict of arguments."""
    from hypothesis import strategies as st

    if name == "sortacle":
        people = st.lists(st.builds(problem.Person, st.sampled_from("abc"), st.integers(0, 3)), max_size=4)
        return st.fixed_dictionaries({"people_in": people}), st.fixed_dictionaries({"people_out": people})
    if name == "toposort":
        vertex = st.sampled_from("abcde")
        edges = st.lists(st.tuples(vertex, vertex), max_size=5, unique=True)
        order = st.lists(vertex, max_size=6)
        return st.fixed_dictionaries({"edges": edges}), st.fixed_dictionaries({"order": order})
    ident = st.integers(0, 4)
    rankings = st.integers(0, 3).flatmap(
        lambda n: st.fixed_dictionaries(
            {
                "companies": st.lists(st.permutations(list(range(n))), min_size=n, max_size=n),
                "candidates": st.lists(st.permutations(list(range(n))), min_size=n, max_size=n),
            }
        )
    )
    hires = st.sets(st.builds(problem.Hire, ident, ident), max_size=5)
    return rankings, st.fixed_dictionaries({"hires": hires})


def load(name):
    """The problem file as a module, and its functions with the parameters they name."""
    sys.path.insert(0, str(ROOT / "python"))
    spec = importlib.util.spec_from_file_location(name, ROOT / f"problems/{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    described = subprocess.run(
        [TARGET / "release/custodiet", "check", "--json", ROOT / f"problems/{name}.py"], capture_output=True, check=True
    )
    answer = json.loads(described.stdout)
    functions = lambda kind: [(getattr(module, entry["name"]), entry["params"]) for entry in answer[kind]]
    return module, functions("preconditions"), functions("subproperties")


def ask(functions, pair):
    return [bool(function(*(pair[param] for param in params))) for function, params in functions]


def generate(name):
    """Candidates per second of Hypothesis, and the buckets it reached."""
    from hypothesis import HealthCheck, Phase, assume, given, settings

    module, preconditions, subproperties = load(name)
    inputs, outputs = strategies(name, module)
    seen = set()
    count = 0

    @settings(
        max_examples=EXAMPLES, database=None, deadline=None, phases=[Phase.generate], derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs, outputs)
    def run(inputs, outputs):
        nonlocal count
        pair = {**inputs, **outputs}
        assume(all(ask(preconditions, pair)))
        seen.add(tuple(ask(subproperties, pair)))
        count += 1

    started = time.process_time()
    run()
    return count / (time.process_time() - started), len(seen)


class Late(BaseException):
    """Time is up. Not an `Exception`: Hypothesis would treat it as a failure and shrink it."""


def find_one(strategy, wanted):
    """Searches for a pair in one bucket: candidates and CPU seconds until the first, CPU seconds until it was shrunk."""
    from hypothesis import HealthCheck, find, settings
    from hypothesis.errors import NoSuchExample

    tried, first, started = 0, None, time.process_time()

    def is_in(both):
        nonlocal tried, first
        used = time.process_time() - started
        if used > LIMIT:
            raise Late
        tried += first is None
        found = wanted({**both[0], **both[1]})
        if found and first is None:
            first = used
        return found

    limits = settings(
        max_examples=EXAMPLES, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    try:
        find(strategy, is_in, settings=limits)
        shrunk = True
    except (NoSuchExample, Late):
        shrunk = False
    return tried, first, shrunk, time.process_time() - started


def find_all(name):
    """Searches for a pair in each bucket, one after the other."""
    from hypothesis import strategies as st

    command = [TARGET / "release/custodiet", "analyze", "--json", ROOT / f"problems/{name}.py"]
    answer = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    module, preconditions, subproperties = load(name)
    strategy = st.tuples(*strategies(name, module))
    print(f"\n{name}:\n\n| bucket: what fails | candidates | found after, CPU s | shrunk after, CPU s |")
    print("|---|---:|---:|---:|", flush=True)
    found, most, total = 0, 0.0, 0.0
    for fails in answer["concretizable"]:
        bucket = [name not in fails for name in answer["subproperties"]]

        def is_wanted(pair):
            return all(ask(preconditions, pair)) and ask(subproperties, pair) == bucket

        tried, first, shrunk, seconds = find_one(strategy, is_wanted)
        found += first is not None
        most, total = max(most, seconds), total + seconds
        after = "not found" if first is None else f"{first:.2f}"
        until = f"{seconds:.1f}" if shrunk else f"given up, {seconds:.1f}"
        print(f"| {', '.join(fails) or 'nothing'} | {tried:,} | {after} | {until} |", flush=True)
    buckets = len(answer["concretizable"])
    print(f"\n{found} of {buckets} buckets, {total:,.0f} CPU s in total, at most {most:.0f} for one", flush=True)


def ours(name):
    """Candidates per second of the random engine, and the buckets it reached."""
    command = [TARGET / "release/examples/throughput", ROOT / f"problems/{name}.py", "10000000"]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
    rate = next(line for line in lines if "million a second" in line)
    met = next(line for line in lines if line.endswith("buckets"))
    return float(rate.split(": ")[1].split()[0]) * 1e6, int(met.split()[-2])


def main():
    build = ["cargo", "build", "--release", "--quiet"]
    subprocess.run(build, cwd=ROOT, check=True)
    subprocess.run([*build, "-p", "custodiet-sample", "--example", "throughput"], cwd=ROOT, check=True)
    if importlib.util.find_spec("hypothesis") is None:
        venv = TARGET / "hypothesis"
        if not (venv / "bin/python").exists():
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run([venv / "bin/python", "-m", "pip", "install", "--quiet", "hypothesis"], check=True)
        os.execv(venv / "bin/python", [str(venv / "bin/python"), *sys.argv])
    import hypothesis

    print(f"Hypothesis {hypothesis.__version__}, Python {sys.version.split()[0]}\n", flush=True)
    if "--find" in sys.argv:
        for name in sys.argv[sys.argv.index("--find") + 1 :] or PROBLEMS:
            find_all(name)
        return
    print("| problem | candidates per second | Hypothesis | times | buckets reached in 10 million | by Hypothesis in 20,000 |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in PROBLEMS:
        (rate, met), (theirs, seen) = ours(name), generate(name)
        print(f"| {name} | {rate:,.0f} | {theirs:,.0f} | {rate / theirs:,.0f} | {met} | {seen} |", flush=True)


if __name__ == "__main__":
    main()
