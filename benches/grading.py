"""How fast submissions run.

    python3 benches/grading.py            # calls, starts, a class of 237, Pyret if it is installed
    python3 benches/grading.py --load     # 1,000 submissions: the grader's memory, and leftover files and processes

Calls and starts come from `crates/runner/examples/calls.rs`; the class has 237 different files with the predicates of
`submissions/toposort` that terminate quickly, against the default suite of toposort.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from suites import ROOT, TARGET, build, table

CUSTODIET = TARGET / "release/custodiet"
QUICK = ("right_positions", "right_counting", "accepts_duplicates", "order_only", "adjacent_only", "crashes_on_missing")


def a_class(folder, count):
    """Writes `count` submissions, no two alike."""
    folder.mkdir()
    for number in range(count):
        source = (ROOT / f"submissions/toposort/{QUICK[number % len(QUICK)]}.py").read_text()
        (folder / f"submission_{number}.py").write_text(f"# {number}\n{source}")


def grade(suite, submissions, results, env=None):
    """Wall and CPU seconds of the command with its workers, and the grader's own peak memory in MiB."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [CUSTODIET, "grade", "--no-prove", suite, *submissions, "-o", results, "--json"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)
    peak = 0
    status = Path(f"/proc/{process.pid}/status")
    while process.poll() is None:
        try:
            lines = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        except OSError:
            lines = []
        peak = max([peak, *(int(line.split()[1]) for line in lines)])
        time.sleep(0.02)
    printed = json.loads(process.stdout.read())
    summary = {"tests": printed["tests"], **printed["summary"]}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, cpu, peak / 1024, summary


def calls():
    command = ["cargo", "run", "--release", "-q", "-p", "custodiet-runner", "--example", "calls", "--", "200000", "40"]
    measured = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    busy = measured["worker_cpu_seconds"] + measured["grader_cpu_seconds"]
    starts = measured["start_ms"]
    table(
        ("measurement", "value"),
        [
            ("calls of a trivial Python predicate, per second of wall time", f"{measured['calls'] / measured['wall_seconds']:,.0f}"),
            ("per CPU second of worker and grader together", f"{measured['calls'] / busy:,.0f}"),
            ("start of a worker until it is ready, without sandbox", f"{starts['bare']:.1f} ms"),
            ("in the sandbox, as a new process", f"{starts['full']:.1f} ms"),
            ("in the sandbox, forked", f"{starts['forked']:.1f} ms"),
        ],
        1,
    )


def classes(folder, counts):
    suite = folder / "toposort.json"
    build("toposort", suite)
    rows = []
    for count in counts:
        submissions, scratch = folder / f"class-{count}", folder / f"tmp-{count}"
        a_class(submissions, count)
        scratch.mkdir()
        wall, cpu, peak, summary = grade(suite, [submissions], folder / f"results-{count}", {**os.environ, "TMPDIR": str(scratch)})
        left = len(list(scratch.iterdir())) + sum(str(scratch) in command for command in commands())
        rows.append(("Python", summary["submissions"], summary["tests"], f"{wall:.1f}", f"{cpu:.1f}", f"{peak:.0f}", left))
    return rows


def pyret(folder):
    suite = folder / "sortacle.json"
    build("sortacle", suite)
    wall, cpu, peak, summary = grade(suite, sorted((ROOT / "submissions/sortacle").glob("*.arr")), folder / "results-pyret")
    if summary["faulty"] == 0:
        return []
    return [("Pyret", summary["submissions"], summary["tests"], f"{wall:.1f}", f"{cpu:.1f}", f"{peak:.0f}", 0)]


def commands():
    """The command lines of all processes."""
    for process in Path("/proc").iterdir():
        try:
            yield (process / "cmdline").read_text(errors="replace")
        except OSError:
            continue


def main(load):
    head = ("language", "submissions", "tests", "wall s", "CPU s", "grader MiB", "left behind")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        if load:
            table(head, classes(folder, [1000]), 1)
            return
        calls()
        print()
        table(head, [*classes(folder, [237]), *pyret(folder)], 1)


if __name__ == "__main__":
    main("--load" in sys.argv[1:])
