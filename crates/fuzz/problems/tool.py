"""Runs the commands of the tool on one problem file, and compares what each says with the truth.

`Session.run(command)` runs one of `COMMANDS`. A command that crashes, reports an internal error or does not
print JSON is a disagreement as well; one that takes longer than `TIME_LIMIT` seconds is stopped and counted.
"""

import json
import pathlib
import shutil
import subprocess

from compare import (
    Report,
    check_analysis,
    check_classification,
    check_comparison,
    check_declarations,
    check_engines,
    check_explanation,
    check_manifest,
    check_random,
    check_why,
    trusted,
)
from suites import check_suite

TIME_LIMIT = 20
VARIANTS = {
    "analyze": [],
    "analyze batsat": ["--solver", "batsat"],
    "analyze no-symmetry": ["--no-symmetry"],
    "analyze batsat no-symmetry": ["--solver", "batsat", "--no-symmetry"],
}
SUITES = {"suite both": "both", "suite solver": "solver", "suite random": "random"}
OTHERS = ("check", "proof", "classify", "explain", "compare", "why", "draw", "engines")
COMMANDS = (*VARIANTS, *SUITES, *OTHERS)


class Session:
    """One problem file in a folder of its own."""

    def __init__(self, binary, folder, truth, rng):
        self.binary, self.folder, self.truth, self.rng = binary, pathlib.Path(folder), truth, rng
        self.report = Report()
        self.file = self.folder / "problem.py"
        self.file.write_text(truth.source)

    def run(self, command):
        """Runs one command; false if the tool does not accept the problem."""
        if command in VARIANTS:
            data = self.call("analyze", self.file, "--json", *VARIANTS[command])
            if data is not None:
                check_analysis(self.truth, self.report, data)
                return "diagnostics" not in data
        elif command in SUITES:
            self.suite(SUITES[command])
        else:
            getattr(self, command)()
        return True

    def call(self, *arguments, may_fail=False, limit=TIME_LIMIT):
        """What a command prints, as JSON; `None` if that is impossible, a disagreement unless it `may_fail`."""
        line = [self.binary, *map(str, arguments)]
        try:
            done = subprocess.run(line, capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            # Slow is not wrong.
            self.report.undecided[
                f"no answer within {limit} s: {arguments[0]} {' '.join(map(str, arguments[3:4]))}"
            ] += 1
            return None
        self.report.claims["commands"] += 1
        if done.returncode not in (0, 1, 4) or (not done.stdout.startswith("{") and not may_fail):
            self.report.claim("crash", False, f"exit code {done.returncode}: {arguments}\n{done.stdout}{done.stderr}")
            return None
        return json.loads(done.stdout) if done.stdout.startswith("{") else None

    def suite(self, engine):
        path = self.folder / "suite.json"
        path.unlink(missing_ok=True)
        seed, tests = self.rng.randrange(1000), self.rng.choice([2, 4, 8])
        options = ["--engine", engine, "--seed", seed, "--tests", tests, "--jobs", 1, "--json"]
        said = self.call("suite", self.file, "-o", path, *options, may_fail=True)
        if said is not None and "diagnostics" in said:
            trusted(self.truth, self.report, said, large=True)
            return
        if said is not None and "difference" in said:
            difference = said["difference"]["pair"]
            if not self.truth.dependent and not self.truth.has_large:
                arranged = self.truth.arrange(self.truth.read(difference))
                known = {self.truth.arrange(pair) for pair in self.truth.differences}
                self.report.claim("suite: difference", arranged in known, difference)
            return
        if not path.exists():
            # Right only if no bucket has a pair. The random engine may not find one.
            nothing = not self.truth.buckets or engine == "random" or bool(self.truth.dependent)
            self.report.claim(
                "suite: nothing to write", nothing, f"that there is no test ({engine})", len(self.truth.buckets)
            )
            return
        if self.truth.differences and not self.truth.dependent and engine != "random":
            self.report.claim("suite: difference", False, "nothing about the difference from the reference")
        check_suite(self.truth, self.report, json.loads(path.read_text()))
        self.verify(path)

    def verify(self, path):
        verified = self.call("verify", path, "--json")
        if verified is not None:
            self.report.undecided["verify"] += len(verified["undecided"])
            self.report.claim("suite verified", verified["verified"], verified["differences"])

    def proof(self):
        folder = self.folder / "proof"
        shutil.rmtree(folder, ignore_errors=True)
        data = self.call("analyze", self.file, "--json", "--proof", folder)
        if data is None:
            return
        check_analysis(self.truth, self.report, data)
        if not folder.exists():
            return
        check_manifest(self.truth, self.report, json.loads((folder / "manifest.json").read_text()))
        checked = self.call("check-proof", folder, "--json")
        if checked is None:
            return
        if data.get("order_undecided"):
            self.report.undecided["proof with an undecided order"] += 1
            if self.truth.dependent:
                self.report.claim("check-proof", not checked["proven"], "proven", "a function depends on an order")
            return
        self.report.claim("check-proof", checked["proven"], checked)
        if checked["proven"] and not self.truth.dependent:
            self.report.equal("check-proof: buckets", checked["concretizable"], len(self.truth.buckets))
            raising = {function for function, _ in self.truth.raising}
            possible = {sub.name for sub in self.truth.subproperties} & raising
            self.report.claim(
                "check-proof: raises", possible <= set(checked["may_raise"]), checked["may_raise"], possible
            )

    def some_pairs(self, count):
        """Pairs of the scope as data, buckets first, with unordered lists and atoms shuffled."""
        pairs = [self.rng.choice(found) for found in self.truth.buckets.values()]
        pairs += [self.rng.choice(found) for found in self.truth.raising.values()]
        self.rng.shuffle(pairs)
        del pairs[count * 2 // 3 :]
        while len(pairs) < count:
            pairs.append(tuple(map(self.rng.choice, self.truth.values)))
        return [self.truth.write(self.truth.shuffled(pair, self.rng)) for pair in pairs]

    def check(self):
        data = self.call("check", self.file, "--json")
        if data is not None:
            check_declarations(self.truth, self.report, data)

    def classify(self):
        tests = [{**data, "expect": self.rng.random() < 0.5} for data in self.some_pairs(12)]
        path = self.folder / "tests.jsonl"
        path.write_text("".join(json.dumps(test) + "\n" for test in tests))
        data = self.call("classify", self.file, path, "--json")
        if data is not None and "tests" in data:
            check_classification(self.truth, self.report, data, tests)

    def explain(self):
        for pair in self.some_pairs(2):
            path = self.folder / "pair.json"
            path.write_text(json.dumps(pair))
            data = self.call("explain", self.file, path, "--json")
            if data is not None and "holds" in data:
                check_explanation(self.truth, self.report, data, pair)

    def compare(self):
        functions = self.truth.functions[len(self.truth.preconditions) :]
        first, second = self.rng.choice(functions), self.rng.choice(functions)
        if first is second:
            return
        data = self.call("analyze", self.file, "--json", "--compare", first.name, second.name)
        if data is not None:
            check_comparison(self.truth, self.report, first, second, data)

    def why(self):
        names = [sub.name for sub in self.truth.subproperties]
        bucket = self.rng.randrange(1 << len(names))
        asked = ",".join(n for i, n in enumerate(names) if bucket >> i & 1) or "allprop"
        # It also looks at larger scopes.
        data = self.call("analyze", self.file, "--json", "--why", asked, limit=4)
        if data is not None:
            check_why(self.truth, self.report, bucket, data)

    def draw(self):
        data = self.call("analyze", self.file, "--json", "--engine", "random", "--candidates", 2000)
        if data is not None:
            check_random(self.truth, self.report, data)

    def engines(self):
        data = self.call("analyze", self.file, "--json", "--engine", "both", "--candidates", 2000)
        if data is not None:
            check_analysis(self.truth, self.report, data)
            if "engines" in data:
                check_engines(self.truth, self.report, data["engines"])
