#!/usr/bin/env python3
"""What proving costs: CPU seconds for each submission of the paper's problems, by phase.

    python3 benches/prove.py                       the table of benches/README.md
    python3 benches/prove.py --slowest 10          also the slowest submissions
    python3 benches/prove.py --class 1000 toposort one class through `custodiet prove`, sandbox included

Builds crates/prove/examples/prove_speed.rs in release mode and decides everything in submissions/, in
crates/custodiet/tests/students and in crates/custodiet/tests/predicates, one submission after the other, in one thread.
Only CPU time is measured.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROBLEMS = ["toposort", "sortacle", "matcher"]
FOLDERS = ["submissions", "crates/custodiet/tests/students", "crates/custodiet/tests/predicates"]
PHASES = ["Compile", "Tiny", "Buckets", "Smallest", "Findings", "Checks"]


def submissions(problem):
    """Every file or folder that is one submission."""
    found = []
    for folder in FOLDERS:
        found += [path for path in sorted((ROOT / folder / problem).iterdir()) if path.is_dir() or path.suffix == ".py"]
    return found


def at(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def decide(problem):
    """One record for each submission that can be loaded."""
    program = ROOT / "target/release/examples/prove_speed"
    command = [program, f"problems/{problem}.py", *submissions(problem)]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in output.splitlines()][1:]


def table(problems, slowest):
    print("| problem | submissions | median, CPU s | 95 % | most | decided in every bucket | " + " | ".join(PHASES) + " |")
    print("|---|" + "---:|" * (5 + len(PHASES)))
    worst = []
    for problem in problems:
        rows = decide(problem)
        seconds = [row["seconds"] for row in rows]
        whole = sum("undecided" not in row["verdicts"] for row in rows)
        shares = [sum(row["phases"].get(phase, 0) for row in rows) for phase in PHASES]
        print(
            f"| {problem} | {len(rows)} | {at(seconds, 0.5):.3f} | {at(seconds, 0.95):.2f} | {max(seconds):.2f} | {whole} | "
            + " | ".join(f"{share:.1f}" for share in shares)
            + " |",
            flush=True,
        )
        worst += rows
    for row in sorted(worst, key=lambda row: -row["seconds"])[:slowest]:
        reasons = "; ".join(row["reasons"])
        print(f"{row['seconds']:7.2f}  {row['name']}  {row['work']}  {row['verdicts']}  {reasons}")


def whole_class(problem, size):
    """A class whose members have different texts: comments tell apart what would be decided once."""
    program = ROOT / "target/release/custodiet"
    files = [path for path in submissions(problem) if path.suffix == ".py"]
    with tempfile.TemporaryDirectory() as folder:
        for number in range(size):
            path = files[number % len(files)]
            text = path.read_text(encoding="utf-8") + f"\n# {number}\n"
            (Path(folder) / f"{number:04}_{path.name}").write_text(text, encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [program, "prove", f"problems/{problem}.py", folder, "--json"]
        output = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    counts = {}
    for submission in json.loads(output)["submissions"]:
        counts[submission["status"]] = counts.get(submission["status"], 0) + 1
    print(f"{problem}: {size} submissions, {spent:.0f} CPU s, {after.ru_maxrss // 1024} MiB in the largest process, {counts}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", default=PROBLEMS)
    parser.add_argument("--slowest", type=int, default=0)
    parser.add_argument("--class", dest="size", type=int, help="prove a class of this size, sandbox and checks included")
    args = parser.parse_args()
    if shutil.which("cargo") is None:
        sys.exit("cargo is not installed")
    package = ["-p", "custodiet"] if args.size else ["-p", "custodiet-prove", "--example", "prove_speed"]
    subprocess.run(["cargo", "build", "--release", "--quiet", *package], cwd=ROOT, check=True, env=os.environ)
    if args.size:
        for problem in args.problems:
            whole_class(problem, args.size)
    else:
        table(args.problems, args.slowest)


if __name__ == "__main__":
    main()
