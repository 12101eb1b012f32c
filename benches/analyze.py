"""How long `custodiet analyze` takes at growing scopes: CPU seconds, the factor from step to step, and the size of the encoding.

Prints the tables of README.md; the second shows the additional cost of ten tests for every bucket. Includes startup, parsing and
compilation; one thread. Builds a release; `--binary PATH` measures another build of `custodiet` instead, without the second table.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
GROWTH = [
    (
        "toposort",
        [
            "Vertex=5,edges=5,order=6",
            "Vertex=8,edges=12,order=10",
            "Vertex=10,edges=15,order=12",
            "Vertex=12,edges=17,order=14",
            "Vertex=15,edges=20,order=17",
        ],
    ),
    ("toposort", [f"Vertex={most},edges={most},order={most + 2}" for most in (6, 8, 10, 12, 15)]),
    ("toposort", [f"Vertex=10,edges={edges},order=12" for edges in (3, 5, 7, 10, 15)]),
    ("components", [f"roads={roads}" for roads in (2, 3, 4, 5, 6)]),
    ("bfs_levels", [f"Vertex={most},edges={most},levels=5x5" for most in (5, 6, 7, 8)]),
    ("sortacle", [f"people_in={length},people_out={length}" for length in (4, 5, 6, 7)]),
    (
        "matcher",
        [
            "Id=0..5,companies=3x3,candidates=3x3,hires=5",
            "Id=0..6,companies=4x4,candidates=4x4,hires=6",
            "Id=0..7,companies=5x5,candidates=5x5,hires=7",
        ],
    ),
]
WITH_TESTS = [
    ("toposort", "Vertex=5,edges=5,order=6"),
    ("sortacle", "people_in=5,people_out=5"),
    ("matcher", "Id=0..5,companies=3x3,candidates=3x3,hires=5"),
]


def timed(command):
    """The output of a command, its CPU seconds and its peak memory in MiB."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        out.seek(0)
        text = out.read().decode()
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command}: the command failed")
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(binary, problem, scope):
    """The command's answer, its CPU seconds, those of them that check orders, and its peak memory in MiB."""
    file = ROOT / f"problems/{problem}.py"
    text, total, memory = timed([binary, "analyze", file, "--scope", scope, "--json"])
    answer = json.loads(text)
    # Phases are timed by the wall clock; with one thread their shares of CPU time are the same.
    phases = answer["seconds"]
    order = total * phases["order"] / sum(phases.values())
    return answer, total - order, order, memory


def measure_tests(problem, scope):
    """The number of tests, and CPU seconds without and with them."""
    command = [TARGET / "examples/analyze", ROOT / f"problems/{problem}.py", scope]
    without = min(timed(command)[1] for _ in range(3))
    text, seconds, _ = min((timed([*command, "--tests"]) for _ in range(3)), key=lambda run: run[1])
    return text.splitlines()[-1].split()[0], without, seconds


def growth(binary):
    """Prints the first table: each problem at growing scopes."""
    print("| problem | scope | buckets | implications | CPU s | factor | order, CPU s | MiB | gates | variables | clauses |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for problem, scopes in GROWTH:
        before = None
        for scope in scopes:
            runs = (measure(binary, problem, scope) for _ in range(3))
            answer, seconds, order, memory = min(runs, key=lambda run: run[1])
            factor = f"{seconds / before:.1f}" if before else ""
            before = seconds
            figures = answer["figures"]
            print(
                f"| {problem} | {scope} | {len(answer['concretizable'])} | {len(answer['implications'])} | {seconds:.2f} "
                f"| {factor} | {order:.2f} | {memory:.0f} | {figures['gates']} | {figures['variables']} | {figures['clauses']} |",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="a build of custodiet to measure instead of a release")
    binary = parser.parse_args().binary
    if binary:
        growth(binary)
        return
    build = ["cargo", "build", "--release", "--quiet"]
    subprocess.run(build, cwd=ROOT, check=True)
    subprocess.run([*build, "-p", "custodiet-decide", "--example", "analyze"], cwd=ROOT, check=True)
    growth(TARGET / "custodiet")
    print("\n| problem | scope | tests | analysis, CPU s | tests, CPU s |")
    print("|---|---|---:|---:|---:|")
    for problem, scope in WITH_TESTS:
        tests, without, seconds = measure_tests(problem, scope)
        print(f"| {problem} | {scope} | {tests} | {without:.2f} | {seconds - without:.2f} |")


if __name__ == "__main__":
    main()
