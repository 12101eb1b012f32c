"""How long commands take after their time limit: `python3 benches/limits.py [BINARY [SECONDS]]`.

Runs `suite` and `analyze` with `--time-limit` on problems that take longer than that: large scopes of bundled ones, and the
files in `benches/limits`. A command keeps its limit if it ends within 1.2 times the limit and 2 s of wall time.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = [
    ("problems/linked_list.py", None),
    ("problems/linked_list.py", "Address=6,before=5,after=6"),
    ("problems/spanning_tree.py", None),
    ("problems/components.py", None),
    ("problems/shortest_path.py", None),
    ("problems/coloring.py", None),
    ("problems/bfs_levels.py", None),
    ("problems/toposort.py", "Vertex=10,edges=10,order=12"),
    ("benches/limits/search_by_hand.py", None),
    ("benches/limits/sets_of_sets.py", None),
    ("benches/limits/dicts_in_lists.py", None),
    ("benches/limits/endless.py", None),
]
COMMANDS = [
    ["suite", "-o", "{output}"],
    ["suite", "--engine", "random", "-o", "{output}"],
    ["suite", "--engine", "solver", "--outside", "5", "-o", "{output}"],
    ["analyze"],
    ["analyze", "--engine", "both"],
    ["analyze", "--engine", "random"],
    ["analyze", "--proof", "{output}-proof"],
    ["analyze", "--grow", "3"],
    ["analyze", "--why", "allprop"],
]


def main():
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    binary = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else target / "release/custodiet").resolve()
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else 4.0
    late, longest, runs = 0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for file, scope in FILES:
            for command in COMMANDS:
                options = [word.format(output=f"{folder}/suite.json") for word in command[1:]]
                scope_option = ["--scope", scope] if scope else []
                call = [command[0], file, *scope_option, *options, "--time-limit", str(limit)]
                started = time.monotonic()
                try:
                    done = subprocess.run([binary, *call], cwd=ROOT, capture_output=True, timeout=20 * limit + 60)
                    code = done.returncode
                except subprocess.TimeoutExpired:
                    code = "killed"
                took = time.monotonic() - started
                shutil.rmtree(f"{folder}/suite.json-proof", ignore_errors=True)
                is_late = took > 1.2 * limit + 2
                late, longest, runs = late + is_late, max(longest, took), runs + 1
                if is_late or code not in (0, 1):
                    print(f"{took:6.1f} s, exit code {code}: {' '.join(call)}", flush=True)
    print(f"{runs} commands with a limit of {limit} s: {late} took longer than {1.2 * limit + 2:.1f} s, longest {longest:.1f} s")
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
