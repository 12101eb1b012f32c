"""How long suites take, and how diverse the tests of each engine are.

    python3 benches/suites.py [PROBLEM…]

Builds the default suite of each problem with one thread and prints two Markdown tables: CPU seconds of the whole command
(best of two runs), and for each engine how many different sizes, shapes and places of failure its tests have.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PLACES = ("beginning", "middle", "end", "several times", "side by side", "apart")


def build(problem, path):
    """CPU seconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [TARGET / "release/custodiet", "suite", f"problems/{problem}.py", "-o", path, "--jobs", "1"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def sizes(test):
    return tuple(word for word in test["shape"] if " in " in word and word[0].isdigit() or word.endswith("empty"))


def places(test):
    words = " ".join(word for word in test["shape"] if " fails " in word)
    return [place for place in PLACES if place in words]


def main(problems):
    seconds, diversity = [], []
    with tempfile.TemporaryDirectory() as folder:
        for problem in problems:
            path = Path(folder) / f"{problem}.json"
            cpu = min(build(problem, path) for _ in range(2))
            suite = json.loads(path.read_text())
            tests = [test for bucket in suite["buckets"] for test in bucket["tests"]]
            short = sum("short" in bucket for bucket in suite["buckets"])
            seconds.append((problem, len(suite["buckets"]), len(tests), short, f"{cpu:.2f}"))
            for engine in ("solver", "random"):
                own = [test for test in tests if test["engine"] == engine]
                found = [place for test in own for place in places(test)]
                counts = [found.count(place) for place in PLACES]
                shapes = {tuple(test["shape"]) for test in own}
                diversity.append((problem, engine, len(own), len(set(map(sizes, own))), len(shapes), *counts))
    table(("problem", "buckets", "tests", "short buckets", "CPU s"), seconds, 1)
    print()
    table(("problem", "engine", "tests", "sizes", "shapes", *PLACES), diversity, 2)


def table(head, rows, left):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * left + "---:|" * (len(head) - left))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")


if __name__ == "__main__":
    main(sys.argv[1:] or sorted(path.stem for path in (ROOT / "problems").glob("*.py")))
