"""Checks whether suites reach sizes beyond the scope in every bucket.

    python3 benches/reach.py [PROBLEM…]

Builds the default suite of each problem and prints a Markdown table: buckets with a large test in which something has
more elements than the scope allows, and buckets with fewer tests than requested. Lists the others, and then fails.
"""

import json
import sys
import tempfile
from pathlib import Path

from suites import ROOT, build, table


def longer(value, counts, scope):
    """Whether something has more elements than these counts, outermost first."""
    if isinstance(value, dict) and not value.keys() & {"set", "dict"}:
        return any(longer(part, counts_of(scope, f"_{field}"), scope) for field, part in value.items())
    if isinstance(value, dict):
        [value] = value.values()
    if not isinstance(value, list):
        return False
    return counts and len(value) > counts[0] or any(longer(part, counts[1:], scope) for part in value)


def counts_of(scope, name):
    """The counts of a parameter, or of a field, whose bound is prefixed with the name of its record."""
    bounds = [bound for known, bound in scope.items() if known == name or name[0] == "_" and known.endswith(name)]
    counts = [bound if isinstance(bound, list) else [bound] for bound in bounds if not isinstance(bound, dict)]
    return counts[0] if counts else []


def is_longer(test, scope):
    values = {**test["input"], **test["output"]}
    return any(longer(value, counts_of(scope, name), scope) for name, value in values.items())


def main(problems):
    rows, faults = [], []
    with tempfile.TemporaryDirectory() as folder:
        for problem in problems:
            path = Path(folder) / f"{problem}.json"
            cpu = build(problem, path)
            suite = json.loads(path.read_text())
            buckets, scope = suite["buckets"], suite["scope"]
            large = [[test for test in bucket["tests"] if test["kind"] == "large"] for bucket in buckets]
            reached = [any(is_longer(test, scope) for test in tests) for tests in large]
            short = ["short" in bucket for bucket in buckets]
            rows.append((problem, len(buckets), sum(reached), sum(short), f"{cpu:.2f}"))
            for bucket, far, few in zip(buckets, reached, short):
                if few or not far:
                    fails = ", ".join(bucket["fails"]) or "nothing"
                    faults.append(f"{problem}: {fails} fails: {bucket.get('short', 'nothing longer found')}")
    table(("problem", "buckets", "with longer tests", "short", "CPU s"), rows, 1)
    print(*faults, sep="\n", file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or sorted(path.stem for path in (ROOT / "problems").glob("*.py"))))
