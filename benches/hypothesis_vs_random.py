"""Candidates per second: our random engine against Hypothesis, in one run.

A candidate is a pair of the right types, inside the file's scope, with a valid input, put into its bucket. Hypothesis draws
from natural strategies (lists of tuples, permutations for the rankings of matcher, so that no candidate is wasted) and the
problem file itself classifies, in CPython. With `--find`, Hypothesis also looks for one pair of every bucket, as the paper
did: `find` with a filter, 20,000 examples, at most 60 s for each bucket.

Installs Hypothesis into a virtual environment beside the build, once.
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
    """Candidates per second of Hypothesis, and the buckets it met."""
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


def find_all(name, buckets):
    """How many buckets `find` comes up with a pair for, and how long it looked."""
    from hypothesis import HealthCheck, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import NoSuchExample

    module, preconditions, subproperties = load(name)
    inputs, outputs = strategies(name, module)
    found, started = 0, time.process_time()
    for bucket in buckets:
        until = time.process_time() + LIMIT

        class Late(Exception):
            pass

        def is_in(both, bucket=bucket, until=until):
            if time.process_time() > until:
                raise Late
            pair = {**both[0], **both[1]}
            return all(ask(preconditions, pair)) and ask(subproperties, pair) == bucket

        limits = settings(max_examples=EXAMPLES, database=None, deadline=None, suppress_health_check=list(HealthCheck))
        try:
            find(st.tuples(inputs, outputs), is_in, settings=limits)
            found += 1
        except (NoSuchExample, Late):
            pass
    return found, time.process_time() - started


def ours(name):
    """Candidates per second of the random engine, and the buckets it met."""
    command = [TARGET / "release/examples/throughput", ROOT / f"problems/{name}.py", "10000000"]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
    rate = next(line for line in lines if "million a second" in line)
    met = next(line for line in lines if line.endswith("buckets"))
    return float(rate.split(": ")[1].split()[0]) * 1e6, int(met.split()[-2])


def main():
    build = ["cargo", "build", "--release", "--quiet"]
    subprocess.run(build, cwd=ROOT, check=True)
    subprocess.run([*build, "-p", "custodiet-random", "--example", "throughput"], cwd=ROOT, check=True)
    if importlib.util.find_spec("hypothesis") is None:
        venv = TARGET / "hypothesis"
        if not (venv / "bin/python").exists():
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run([venv / "bin/python", "-m", "pip", "install", "--quiet", "hypothesis"], check=True)
        os.execv(venv / "bin/python", [str(venv / "bin/python"), *sys.argv])
    import hypothesis

    print(f"Hypothesis {hypothesis.__version__}, Python {sys.version.split()[0]}\n")
    print("| problem | candidates a second | Hypothesis | times | buckets met in 10 million | by Hypothesis in 20,000 |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in PROBLEMS:
        (rate, met), (theirs, seen) = ours(name), generate(name)
        print(f"| {name} | {rate:,.0f} | {theirs:,.0f} | {rate / theirs:,.0f} | {met} | {seen} |", flush=True)
    if "--find" in sys.argv:
        print("\n| problem | buckets | found by `find` | CPU s |\n|---|---:|---:|---:|")
        for name in PROBLEMS:
            command = [TARGET / "release/custodiet", "analyze", "--json", ROOT / f"problems/{name}.py"]
            answer = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
            names = answer["subproperties"]
            buckets = [[name not in fails for name in names] for fails in answer["concretizable"]]
            found, seconds = find_all(name, buckets)
            print(f"| {name} | {len(buckets)} | {found} | {seconds:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
