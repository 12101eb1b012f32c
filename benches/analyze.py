"""How long `custodiet analyze` takes at growing scopes: CPU seconds of the whole command, and how large the question was.

Prints the table of README.md. Start-up, parsing and compilation are included; one thread, release build.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROWS = [
    ("toposort", "Vertex=5,edges=5,order=6"),
    ("toposort", "Vertex=8,edges=12,order=10"),
    ("toposort", "Vertex=10,edges=15,order=12"),
    ("sortacle", "people_in=5,people_out=5"),
    ("matcher", "Id=0..5,companies=3x3,candidates=3x3,hires=5"),
    ("matcher", "Id=0..6,companies=4x4,candidates=4x4,hires=6"),
]


def measure(problem, scope):
    """The command's answer, its CPU seconds and its peak memory in MiB."""
    binary = ROOT / "target/release/custodiet"
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [binary, "analyze", ROOT / f"problems/{problem}.py", "--scope", scope, "--json"], stdout=out
        )
        _, status, usage = os.wait4(child.pid, 0)
        out.seek(0)
        answer = json.load(out)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{problem} {scope}: the command failed")
    return answer, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    print("| problem | scope | buckets | implications | CPU s | MiB | gates | variables | clauses |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for problem, scope in ROWS:
        answer, seconds, memory = min((measure(problem, scope) for _ in range(3)), key=lambda run: run[1])
        figures = answer["figures"]
        print(
            f"| {problem} | {scope} | {len(answer['concretizable'])} | {len(answer['implications'])} | {seconds:.2f} "
            f"| {memory:.0f} | {figures['gates']} | {figures['variables']} | {figures['clauses']} |"
        )


if __name__ == "__main__":
    main()
