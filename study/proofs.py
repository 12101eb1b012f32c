#!/usr/bin/env python3
"""How much of the truth about a predicate proofs find, compared with the default suite.

    study/proofs.py --count 50                 50 predicates of each problem; writes study/proofs.md
    study/proofs.py --count 5 --problem dedupe  prints only

A sample of the corpus, drawn with a fixed seed, is decided at the quick study scope by `crates/prove/examples/prove_speed.rs`, which runs
nothing. The truth is what CPython answers on every pair of that scope (`truth.py`). Every witness is run here, by CPython, too. What
the default suite misses is read from `missed_cells.tsv`, so it is what the full study measured. Set `PROVE_SPEED` to use that program instead of building it.
"""

import argparse
import csv
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import judge
import scopes
import suites
import truth
import values
from corpus import PROBLEMS, SEED, Predicate, corpus
from problem import ROOT, STUDY, Bucket, Problem, load

SCOPES = {
    "toposort": "Vertex=4,edges=3,order=4",
    "sortacle": "Name=2,Person_age=0..3,people_in=2,people_out=3",
    "matcher": "Id=0..3,companies=2x2,candidates=2x2,hires=4",
    "dedupe": "Item=5,items=4,kept=4",
    "merge": "Number=0..3,left=2,right=1,merged=4",
    "intervals": "Interval_start=0..3,Interval_end=0..4,requests=3,chosen=2",
}
"""The quick scopes of `scopes.py`, as Custodiet writes them."""

TIME = 10
"""CPU seconds in which a predicate should be decided in every bucket."""


@dataclass
class Counted:
    predicates: int = 0
    decided: int = 0  # in every bucket, in time
    wrong: int = 0  # cells
    by_tests: int = 0
    by_proof: int = 0
    faulty: int = 0
    exact_by_tests: int = 0
    exact_by_proof: int = 0
    beyond: int = 0  # cells that only a proof shows: names or orders that the truth did not ask about
    false_proofs: list[str] = field(default_factory=list)
    false_witnesses: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, other: "Counted") -> None:
        for name, value in vars(other).items():
            if isinstance(value, dict):
                for reason, count in value.items():
                    self.reasons[reason] = self.reasons.get(reason, 0) + count
            else:
                setattr(self, name, getattr(self, name) + value)


def sample(name: str, count: int) -> list[Predicate]:
    every = sorted(corpus(name), key=lambda predicate: predicate.digest)
    return random.Random(f"{SEED}:{name}:proofs").sample(every, min(count, len(every)))


def build() -> None:
    """Builds the program that decides predicates, unless `PROVE_SPEED` names one."""
    package = ["-p", "custodiet-prove", "--example", "prove_speed"]
    if "PROVE_SPEED" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "--quiet", *package], cwd=ROOT, check=True)


def decided(name: str, predicates: list[Predicate]) -> dict[str, dict[str, Any]]:
    """What is decided about each predicate, by digest."""
    program = os.environ.get("PROVE_SPEED") or ROOT / "target/release/examples/prove_speed"
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{each.digest}.py" for each in predicates]
        for path, each in zip(files, predicates):
            path.write_text(each.source, "utf-8")
        command = [program, ROOT / "problems" / f"{name}.py", "--scope", SCOPES[name], *files]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = [json.loads(line) for line in output.splitlines()][1:]
    return {Path(line["name"]).stem: line for line in lines}


def missed(name: str) -> set[tuple[str, str]]:
    """The cells that the default suite misses: names of predicates and of buckets."""
    with open(STUDY / "missed_cells.tsv", encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["predicate"], row["bucket"]) for row in rows if row["problem"] == name}


def is_wrong(problem: Problem, bucket: Bucket, source: str, pair: dict[str, Any]) -> bool:
    """Whether CPython confirms that the predicate is wrong on a pair."""
    types = typing.get_type_hints(problem.module.is_valid, include_extras=True)
    given = {**pair["input"], **pair["output"]}
    value = tuple(values.decode(types[param], given[param]) for param in problem.params)
    assert problem.applies(value) and problem.bucket(value) == bucket, (bucket, pair)
    function = judge.function(source)
    return judge.first_wrong(function, problem.correct(bucket), [value], scopes.copier(problem.name)) is not None


def measured(name: str, count: int, options: argparse.Namespace, say: Any) -> Counted:
    problem, predicates, counted = load(name), sample(name, count), Counted()
    truths, _ = truth.decide(name, predicates, options.work, options.jobs, True, say)
    say(f"{name}: deciding {len(predicates)} predicates")
    found, not_shown = decided(name, predicates), missed(name)
    judge.start()
    for each in predicates:
        line, cells = found.get(each.digest), set(truths[each.digest].cells)
        counted.predicates += 1
        counted.wrong += len(cells)
        counted.faulty += bool(cells)
        shown_by_tests = {cell for cell in cells if (each.name, words(problem, cell)) not in not_shown}
        counted.by_tests += len(shown_by_tests)
        counted.exact_by_tests += bool(cells) and shown_by_tests == cells
        if line is None:
            counted.reasons["not loaded"] = counted.reasons.get("not loaded", 0) + 1
            continue
        counted.seconds.append(line["seconds"])
        wrong, still_open = set(), False
        for entry in line["buckets"]:
            bucket = problem.bucket_of(entry["fails"])
            confirmed = [is_wrong(problem, bucket, each.source, pair) for pair in entry["pairs"]]
            if any(confirmed):
                wrong.add(bucket)
            elif entry["verdict"] == "wrong":
                counted.false_witnesses.append(f"{name} {each.name} {entry}")
            elif entry["verdict"] == "undecided":
                still_open = True
            elif bucket in cells:
                counted.false_proofs.append(f"{name} {each.name} {entry['fails']}: {truths[each.digest].cells[bucket]}")
        if still_open:
            for reason in line["reasons"]:
                counted.reasons[reason] = counted.reasons.get(reason, 0) + 1
        counted.decided += not still_open and line["seconds"] <= TIME
        counted.by_proof += len(wrong & cells)
        counted.beyond += len(wrong - cells)
        counted.exact_by_proof += bool(cells) and not still_open and cells <= wrong
    return counted


def words(problem: Problem, bucket: Bucket) -> str:
    return ", ".join(problem.names(bucket)) or "nothing fails"


def share(part: int, whole: int) -> str:
    return f"{part / whole:.4f}" if whole else "-"


def table(results: dict[str, Counted]) -> str:
    lines = [
        "| problem | predicates | decided in every bucket | wrong cells | recall by tests | recall by proof | exact by tests | exact by proof | cells beyond the truth | median, CPU s | 95 % | most |",
        "|---|" + "---:|" * 11,
    ]
    for name, each in results.items():
        seconds = sorted(each.seconds)
        at = lambda part: seconds[min(len(seconds) - 1, int(len(seconds) * part))]  # noqa: E731
        lines.append(
            f"| {name} | {each.predicates} | {share(each.decided, each.predicates)} | {each.wrong} "
            f"| {share(each.by_tests, each.wrong)} | {share(each.by_proof, each.wrong)} "
            f"| {share(each.exact_by_tests, each.faulty)} | {share(each.exact_by_proof, each.faulty)} "
            f"| {each.beyond} | {at(0.5):.3f} | {at(0.95):.2f} | {seconds[-1]:.2f} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="predicates of each problem")
    parser.add_argument("--problem", action="append", choices=PROBLEMS, help="only this problem; writes no file")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--work", type=Path, default=suites.target() / "study", help="folder for intermediate results")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    build()
    results, whole = {}, Counted()
    for name in options.problem or PROBLEMS:
        results[name] = measured(name, options.count, options, lambda text: print(text, file=sys.stderr, flush=True))
        print(table({name: results[name]}).splitlines()[-1], file=sys.stderr, flush=True)
        whole.add(results[name])
    # Python resets the handler before it ends, and the next tick would kill it.
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if len(results) > 1:
        results["all"] = whole
    reasons = sorted(whole.reasons.items(), key=lambda entry: (-entry[1], entry[0]))
    text = table(results) + "\n\n`study/proofs.py --count " + str(options.count) + "`\n\n"
    text += "What stays undecided, and for how many predicates:\n\n" + "\n".join(f"- {count}: {reason}" for reason, count in reasons) + "\n"
    print(text)
    for kind, faults in (("proved and not so", whole.false_proofs), ("no witness", whole.false_witnesses)):
        for fault in faults:
            print(f"{kind}: {fault}")
    if not options.problem:
        suites.written(STUDY / "proofs.md", text)
    return 1 if whole.false_proofs or whole.false_witnesses else 0


if __name__ == "__main__":
    # The order of sets, and so what a predicate does with one, must not depend on the run.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    sys.exit(main())
