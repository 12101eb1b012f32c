"""How long `custodiet analyze` takes at growing scopes: CPU seconds of the whole command, and the size of the encoding.

Prints the tables of README.md; the second shows the additional cost of ten tests for every bucket. Includes startup, parsing and
compilation; one thread, release build.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
ROWS = [
    ("toposort", "Vertex=5,edges=5,order=6"),
    ("toposort", "Vertex=8,edges=12,order=10"),
    ("toposort", "Vertex=10,edges=15,order=12"),
    ("sortacle", "people_in=5,people_out=5"),
    ("matcher", "Id=0..5,companies=3x3,candidates=3x3,hires=5"),
    ("matcher", "Id=0..6,companies=4x4,candidates=4x4,hires=6"),
]
WITH_TESTS = [ROWS[0], ROWS[3], ROWS[4]]


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


def measure(problem, scope):
    """The command's answer, its CPU seconds and its peak memory in MiB."""
    file = ROOT / f"problems/{problem}.py"
    text, seconds, memory = timed([TARGET / "custodiet", "analyze", file, "--scope", scope, "--json"])
    return json.loads(text), seconds, memory


def measure_tests(problem, scope):
    """The number of tests, and CPU seconds without and with them."""
    command = [TARGET / "examples/analyze", ROOT / f"problems/{problem}.py", scope]
    without = min(timed(command)[1] for _ in range(3))
    text, seconds, _ = min((timed([*command, "--tests"]) for _ in range(3)), key=lambda run: run[1])
    return text.splitlines()[-1].split()[0], without, seconds


def main():
    build = ["cargo", "build", "--release", "--quiet"]
    subprocess.run(build, cwd=ROOT, check=True)
    subprocess.run([*build, "-p", "custodiet-decide", "--example", "analyze"], cwd=ROOT, check=True)
    print("| problem | scope | buckets | implications | CPU s | MiB | gates | variables | clauses |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for problem, scope in ROWS:
        answer, seconds, memory = min((measure(problem, scope) for _ in range(3)), key=lambda run: run[1])
        figures = answer["figures"]
        print(
            f"| {problem} | {scope} | {len(answer['concretizable'])} | {len(answer['implications'])} | {seconds:.2f} "
            f"| {memory:.0f} | {figures['gates']} | {figures['variables']} | {figures['clauses']} |"
        )
    print("\n| problem | scope | tests | analysis, CPU s | tests, CPU s |")
    print("|---|---|---:|---:|---:|")
    for problem, scope in WITH_TESTS:
        tests, without, seconds = measure_tests(problem, scope)
        print(f"| {problem} | {scope} | {tests} | {without:.2f} | {seconds - without:.2f} |")


if __name__ == "__main__":
    main()
