#!/usr/bin/env python3
"""How many submissions of `crates/custodiet/tests/students` have a circuit at the scope of their problem.

    python3 benches/students.py [--cpu 30] [--pairs 60] [--release] [--problem NAME]... [--only TEXT] [--list]

Runs `crates/decide/examples/submissions` once for each submission that is correct or faulty, with a limit on CPU seconds, so
that the figures do not depend on what else the machine does. The example also compares the Python adapter, `eval` and the
circuit on random pairs: a disagreement ends this script with exit code 1.
"""

import argparse
import collections
import pathlib
import re
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUDENTS = ROOT / "crates/custodiet/tests/students"
COLUMNS = ["circuit", "partly", "out of time", "too many steps", "outside", "other"]


def truth(path):
    for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
        line = file.read_text(encoding="utf-8", errors="replace").splitlines()[:1]
        if line and re.match(r"# (correct|faulty|broken|not provable)", line[0]):
            return line[0][2:].split(":")[0].strip()
    return ""


def submissions(problem, only):
    for path in sorted((STUDENTS / problem).iterdir()):
        if path.name.startswith(("_", ".")) or not (path.is_dir() or path.suffix == ".py"):
            continue
        if only in path.name and truth(path) in ("correct", "faulty"):
            yield path


def run(binary, path, options):
    """What the example says of a submission, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (options.cpu, options.cpu + 1))
    command = [binary, ROOT / f"problems/{path.parent.name}.py", path.parent, "--only", f"/{path.name}"]
    command += ["--pairs", str(options.pairs), "--seconds", "100000"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = [line for line in done.stdout.splitlines() if f" {path.name}: " in line]
    return (lines[0] if lines else f"killed by {-done.returncode}" if done.returncode < 0 else done.stderr[-200:]), spent


def column(line):
    word = line.split(" ")[0]
    if word in ("compiled", "order", "state"):
        return "circuit"
    if line.startswith("killed"):
        return "out of time"
    if "takes too many steps" in line:
        return "too many steps"
    return word if word in COLUMNS else "other"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cpu", type=int, default=30, help="CPU seconds for each submission")
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--problem", action="append")
    parser.add_argument("--only", default="", help="only submissions whose name has this in it")
    parser.add_argument("--list", action="store_true", help="one line for each submission without a circuit for every pair")
    options = parser.parse_args()
    profile = ["--release"] if options.release else []
    packages = [word for name in ("lang", "eval", "compile", "decide") for word in ("-p", f"custodiet-{name}")]
    build = ["cargo", "build", "-q", *profile, *packages, "--example", "submissions"]
    subprocess.run(build, cwd=ROOT, check=True)
    binary = ROOT / "target" / ("release" if options.release else "debug") / "examples/submissions"
    problems = options.problem or sorted(p.name for p in STUDENTS.iterdir() if (ROOT / f"problems/{p.name}.py").exists())
    total, seconds, disagreements = collections.Counter(), [], 0
    print("| problem | submissions | " + " | ".join(COLUMNS) + " | median, CPU s | most, CPU s |")
    print("|---|---:|" + "---:|" * (len(COLUMNS) + 2))
    for problem in problems:
        counts, times = collections.Counter(), []
        for path in submissions(problem, options.only):
            line, spent = run(binary, path, options)
            counts[column(line)] += 1
            times.append(spent)
            disagreements += line.startswith(("DISAGREES", "differs"))
            if column(line) != "circuit" and (options.list or column(line) == "other"):
                print(f"{problem}/{path.name}: {line[:300]}", file=sys.stderr, flush=True)
        if times:
            row(problem, counts, times)
        total += counts
        seconds += times
    row("all", total, seconds)
    whole = total.total()
    print(f"\n{100 * total['circuit'] / whole:.1f} % have a circuit for every pair, {disagreements} disagreements")
    return 1 if disagreements else 0


def row(name, counts, times):
    cells = [name, counts.total(), *(counts[column] for column in COLUMNS)]
    print("| " + " | ".join(map(str, cells)) + f" | {statistics.median(times):.1f} | {max(times):.1f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
