"""The same predicates in Python, Pyret and JavaScript have the same outcomes on the same suite.

    python3 adapters/tests/same_outcomes.py [CUSTODIET]

Grades the samples of sortacle that exist in all three languages and compares them, test by test.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLES = ("right-counts", "order-only", "as-sets", "strictly-increasing")
LANGUAGES = ("py", "arr", "js")


def main(custodiet):
    with tempfile.TemporaryDirectory() as folder:
        suite, results = f"{folder}/suite.json", f"{folder}/results"
        subprocess.run(
            [custodiet, "suite", "problems/sortacle.py", "--tests", "4", "-o", suite],
            cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        files = [f"submissions/sortacle/{sample}.{language}" for sample in SAMPLES for language in LANGUAGES]
        grade = subprocess.run(
            [custodiet, "grade", "--no-prove", suite, *files, "--adapter", "adapters/javascript", "-o", results],
            cwd=ROOT, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        if grade.returncode != 1:
            sys.exit(f"grade exited with {grade.returncode}, although some samples have mistakes")
        graded = {one["name"]: one for one in json.loads(Path(f"{results}/results.json").read_text())["submissions"]}
    tests = 0
    for sample in SAMPLES:
        python, *others = (graded[f"{sample}.{language}"] for language in LANGUAGES)
        for other in others:
            for key in ("status", "wrong", "unstable", "outcomes", "fingerprint"):
                if python[key] != other[key]:
                    sys.exit(f"{python['name']} and {other['name']} differ in {key}: {python[key]}, {other[key]}")
            tests += len(other["outcomes"])
        if (python["wrong"] == 0) != sample.startswith("right"):
            sys.exit(f"{python['name']} has {python['wrong']} wrong answers")
    print(f"{tests} outcomes are the same in the other languages")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "target/debug/custodiet")
