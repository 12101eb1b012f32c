#!/usr/bin/env python3
"""How many wrong predicates CrossHair finds in the time that proofs have.

    study/crosshair.py --count 50                  50 predicates of each problem; writes study/crosshair.md
    study/crosshair.py --count 5 --problem dedupe  prints only

The predicates are those that `proofs.py` draws. For each, `crosshair diffbehavior` compares two functions: one calls the predicate, the
other calls a correct predicate of the corpus. Their parameters are integers, from which both build a pair of the quick study scope.
Every difference is run by CPython. CrossHair reports differences, not cells, so what is compared is whether a wrong predicate is
shown to be wrong.

CrossHair is not needed for anything else. Install `crosshair-tool` into a virtual environment, and set `CROSSHAIR` or pass `--crosshair`.
"""

import argparse
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import judge
import literals
import parallel
import proofs
import scopes
import suites
import truth
from corpus import PROBLEMS, Predicate, correct
from problem import ROOT, STUDY, Pair, Problem, digest, load, meaning

PLUGIN = STUDY / "first_difference.py"
SECONDS = proofs.TIME
"""CPU seconds for the search; CrossHair gives half of them to each order of the two functions."""

OUTER = 2
"""CrossHair checks its limit only at operations on symbolic values. A process is killed after this many times the limit."""

FOUND, NOT_CONFIRMED, EXHAUSTED, NOTHING = "found", "not confirmed", "exhausted", "nothing"
OUT_OF_TIME, CRASHED = "out of time", "crashed"


@dataclass(frozen=True)
class Encoding:
    """How integers become a pair of a study scope."""

    below: dict[str, int]  # each parameter with its bound: it is at least 0 and less than that
    conditions: tuple[str, ...]  # the preconditions
    build: tuple[str, ...]  # the parameters of the predicate
    names: tuple[Any, ...] = ()  # the atoms, if the build mentions `names`


def numbers(prefix: str, places: int, **fields: int) -> dict[str, int]:
    """For each place and each field a parameter with its bound: `e0a`, `e0b`, `e1a`, ..."""
    return {f"{prefix}{place}{name}": bound for place in range(places) for name, bound in fields.items()}


def acyclic() -> tuple[str, ...]:
    """That three edges are distinct and form no cycle. If fewer are used, the others can always be chosen."""
    rules = [f"(e{i}a != e{i}b)" for i in range(3)]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        rules.append(f"((e{i}a != e{j}a) | (e{i}b != e{j}b))")
        rules.append(f"((e{i}a != e{j}b) | (e{i}b != e{j}a))")
    for i, j, k in ((0, 1, 2), (0, 2, 1)):
        rules.append(f"((e{i}b != e{j}a) | (e{j}b != e{k}a) | (e{k}b != e{i}a))")
    return tuple(rules)


ENCODINGS: dict[str, Encoding] = {
    "toposort": Encoding(
        {"n": 4, "m": 5, **numbers("e", 3, a=4, b=4), **numbers("o", 4, v=4)},
        acyclic(),
        ("[(e0a, e0b), (e1a, e1b), (e2a, e2b)][:n]", "[o0v, o1v, o2v, o3v][:m]"),
    ),
    "sortacle": Encoding(
        {"n": 3, "m": 4, **numbers("i", 2, n=2, a=3), **numbers("o", 3, n=2, a=3)},
        (),
        (
            # A name is looked up only for those who are listed, because CrossHair branches there.
            "[Person(names[name], age) for name, age in [(i0n, i0a), (i1n, i1a)][:n]]",
            "[Person(names[name], age) for name, age in [(o0n, o0a), (o1n, o1a), (o2n, o2a)][:m]]",
        ),
        ("a", "b"),
    ),
    "matcher": Encoding(
        {"n": 3, "m": 5, "p0": 2, "p1": 2, "q0": 2, "q1": 2, **numbers("h", 4, c=3, d=3)},
        (),
        (
            "[[], [[0]], [[p0, 1 - p0], [p1, 1 - p1]]][n]",
            "[[], [[0]], [[q0, 1 - q0], [q1, 1 - q1]]][n]",
            "set([Hire(h0c, h0d), Hire(h1c, h1d), Hire(h2c, h2d), Hire(h3c, h3d)][:m])",
        ),
    ),
    "dedupe": Encoding(
        {"n": 5, "m": 5, **numbers("i", 4, v=5), **numbers("k", 4, v=5)},
        (),
        ("[i0v, i1v, i2v, i3v][:n]", "[k0v, k1v, k2v, k3v][:m]"),
    ),
    "merge": Encoding(
        {"n": 3, "k": 2, "m": 5, "l0": 3, "l1": 3, "r0": 3, **numbers("m", 4, v=3)},
        ("(l0 <= l1)",),
        ("[l0, l1][:n]", "[r0][:k]", "[m0v, m1v, m2v, m3v][:m]"),
    ),
    "intervals": Encoding(
        {"n": 4, "m": 3, **numbers("r", 3, s=3, e=4), **numbers("c", 2, s=3, e=4)},
        ("(r0s < r0e)", "(r1s < r1e)", "(r2s < r2e)"),
        (
            "set([Interval(r0s, r0e), Interval(r1s, r1e), Interval(r2s, r2e)][:n])",
            "[Interval(c0s, c0e), Interval(c1s, c1e)][:m]",
        ),
    ),
}
"""The quick scopes of `scopes.py`."""

REFERENCES = {
    "toposort": "comprehensions",
    "sortacle": "index_loops",
    "matcher": "index_loops",
    "dedupe": "two_pointers",
    "merge": "two_indexes",
    "intervals": "index_loops",
}
"""Correct predicates that suit CrossHair: loops and comparisons, no sets and dictionaries."""


def reference(name: str) -> str:
    return next(each.source for each in correct(name) if each.name == REFERENCES[name])


def compared(name: str) -> str:
    """A module with the two functions that CrossHair compares, and with `pair`, from which CPython builds a pair."""
    problem, encoding = load(name), ENCODINGS[name]
    bounds = [f"({each} >= 0) & ({each} < {bound})" for each, bound in encoding.below.items()]
    # Joined by `&`, all conditions are one formula for the solver. With `and`, each would be a branch.
    valid = " & ".join([*bounds, *encoding.conditions])
    params = ", ".join(f"{each}: int" for each in encoding.below)
    arguments = ", ".join(problem.params)
    build = [f"    {param} = {built}" for param, built in zip(problem.params, encoding.build)]
    lines = [f"from {name} import *", "import predicate", "import reference", "", f"names = {encoding.names}"]
    for function, answer in [
        ("correct", [f"    return reference.is_valid({arguments})"]),
        ("tested", [f"    answer = predicate.is_valid({arguments})", "    return answer if isinstance(answer, bool) else 'not a Boolean'"]),
        ("pair", [f"    return {arguments}"]),
    ]:
        guard = [f"    if not ({valid}):", "        return None"]
        lines += ["", "", f"def {function}({params}):", *guard, *build, *answer]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Difference:
    """What CrossHair passed to both functions, and what it says they did."""

    arguments: dict[str, int]
    correct: str
    tested: str


GIVEN = re.compile(r"^Given: \((.*)\),$")
DID = re.compile(r"^\s*compared\.(correct|tested) : (.*)$")
ARGUMENT = re.compile(r"(\w+)=(-?\d+)")


def differences(output: str) -> list[Difference]:
    """The differences in what `crosshair diffbehavior` prints."""
    found: list[Difference] = []
    arguments: dict[str, int] = {}
    did: dict[str, str] = {}
    for line in output.splitlines():
        if given := GIVEN.match(line):
            arguments, did = {key: int(value) for key, value in ARGUMENT.findall(given[1])}, {}
        elif said := DID.match(line):
            did[said[1]] = said[2]
            if len(did) == 2:
                found.append(Difference(arguments, did["correct"], did["tested"]))
    return found


def status(output: str, code: int) -> str:
    """What the output and the exit code of `crosshair diffbehavior` mean. A difference is not confirmed yet."""
    if differences(output):
        return FOUND
    if code == -signal.SIGXCPU:
        return OUT_OF_TIME
    if code != 0 or "No differences found" not in output:
        return CRASHED
    return EXHAUSTED if "All paths exhausted" in output else NOTHING


def builder(problem: Problem, text: str, **others: Any) -> Callable[..., Pair | None]:
    """The function that builds a pair in CPython; None stands for arguments outside the scope or against a precondition."""
    namespace = dict(vars(problem.module))
    exec(compile(text[text.index("names = ") :], "<compared>", "exec"), namespace)
    namespace.update(others)
    return namespace["pair"]


def within(name: str, pairs: Sequence[Pair]) -> list[bool]:
    """Whether each of these pairs, with atoms as numbers, is one of those that `scopes.py` enumerates."""
    asked = [in_order(name, pair) for pair in pairs]
    missing = set(asked)
    for pair in scopes.pairs(name, quick=True, labeled=True) if missing else ():
        missing.discard(in_order(name, pair))
    return [text not in missing for text in asked]


def in_order(name: str, pair: Pair) -> str:
    """The pair as text, with the edges of toposort sorted: their order does not matter."""
    return literals.dump(name, (sorted(pair[0]), *pair[1:]) if name == "toposort" else pair)


def limits(seconds: int) -> list[str]:
    """The options that limit the search. CrossHair halves both: it searches with each order of the two functions."""
    return ["--per_condition_timeout", str(seconds), "--per_path_timeout", str(seconds / 2)]


@dataclass(frozen=True)
class Runner:
    """Runs CrossHair on a predicate."""

    program: str
    seconds: int
    name: str

    def result(self, predicate: Predicate) -> dict[str, Any]:
        """What CrossHair finds in its time, as JSON. A first difference that does not hold costs a second, complete search."""
        result = self.search(predicate, ["--extra_plugin", str(PLUGIN), "--"])
        if result["status"] == NOT_CONFIRMED:
            again = self.search(predicate, [])
            result = {**again, "seconds": result["seconds"] + again["seconds"], "first": result["output"]}
        return result

    def search(self, predicate: Predicate, plugin: list[str]) -> dict[str, Any]:
        text = compared(self.name)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "predicate.py").write_text(predicate.source, "utf-8")
            Path(folder, "reference.py").write_text(reference(self.name), "utf-8")
            Path(folder, "compared.py").write_text(text, "utf-8")
            command = [self.program, "diffbehavior", *limits(self.seconds), *plugin, "compared.correct", "compared.tested"]
            paths = os.pathsep.join(map(str, (folder, ROOT / "problems", ROOT / "python")))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, errors="replace",
                env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (OUTER * self.seconds, OUTER * self.seconds + 1)),
            )  # fmt: skip
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = status(done.stdout, done.returncode)
        shown = None
        if found == FOUND:
            shown = self.confirmed(predicate, text, differences(done.stdout))
            found = FOUND if shown else NOT_CONFIRMED
        return {
            "name": predicate.name,
            "status": found,
            "arguments": shown,
            "seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3),
            "code": done.returncode,
            "output": done.stdout[-2000:],
            "errors": done.stderr[-2000:],
        }

    def confirmed(self, predicate: Predicate, text: str, found: list[Difference]) -> dict[str, int] | None:
        """The arguments of the first difference that CPython confirms: a valid pair on which the predicate is wrong."""
        problem, copy = load(self.name), scopes.copier(self.name)
        function, build = judge.function(predicate.source), builder(problem, text)
        for each in found:
            pair = build(**each.arguments)
            if pair is None or not problem.applies(pair):
                continue
            if judge.first_wrong(function, problem.correct(problem.bucket(pair)), [pair], copy) is not None:
                return each.arguments
        return None


running: Runner | None = None


def work(predicate: Predicate) -> dict[str, Any]:
    assert running is not None
    return running.result(predicate)


def searched(name: str, predicates: Sequence[Predicate], options: argparse.Namespace, say: Any) -> dict[str, dict[str, Any]]:
    """What CrossHair finds about each predicate, by digest."""
    global running
    program = version(options.crosshair), limits(options.seconds), OUTER
    depends = digest(PLUGIN, *meaning(name), also=(compared(name), reference(name), *program, platform.python_version()))
    store = parallel.Store(options.work / f"crosshair-{name}-{depends}.jsonl")
    unknown = [each for each in predicates if each.digest not in store.results]
    running = Runner(options.crosshair, options.seconds, name)
    for done, (predicate, result) in enumerate(parallel.work_off(unknown, work, judge.start, options.jobs), 1):
        if result is None:
            raise RuntimeError(f"{name}: the process that ran CrossHair on {predicate.name} died")
        store.add(predicate.digest, result)
        if done % 10 == 0 or done == len(unknown):
            say(f"{name}: CrossHair has run on {done} of {len(unknown)} predicates")
    return {each.digest: store.results[each.digest] for each in predicates}


@dataclass
class Tool:
    """How a tool did on the predicates of a problem."""

    predicates: int = 0
    wrong: int = 0  # by the truth
    shown: int = 0  # of the wrong ones: with a pair that CPython confirms
    beyond: int = 0  # shown with such a pair, although the truth does not know that they are wrong
    correct: int = 0  # said to be correct
    rightly: int = 0
    silent_wrong: int = 0  # wrong, and nothing is said
    silent_correct: int = 0
    undecided: int = 0  # by proof: in some bucket
    failures: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)  # claims that do not hold
    seconds: list[float] = field(default_factory=list)

    def add(self, other: "Tool") -> None:
        for key, value in vars(other).items():
            if isinstance(value, dict):
                for reason, count in value.items():
                    self.failures[reason] = self.failures.get(reason, 0) + count
            else:
                setattr(self, key, getattr(self, key) + value)

    def count(self, predicate: Predicate, wrong: bool, found: str, seconds: float | None) -> None:
        self.predicates += 1
        self.wrong += wrong
        if seconds is not None:
            self.seconds.append(seconds)
        if found == FOUND:
            self.shown += wrong
            self.beyond += not wrong
        elif found == EXHAUSTED:
            self.correct += 1
            self.rightly += not wrong
            if wrong:
                self.faults.append(f"{predicate.problem} {predicate.name}")
        elif found == NOTHING:
            self.silent_wrong += wrong
            self.silent_correct += not wrong
        else:
            self.failures[found] = self.failures.get(found, 0) + 1


def decision(problem: Problem, predicate: Predicate, line: dict[str, Any] | None) -> tuple[str, bool]:
    """What a proof says about a predicate, in the words for CrossHair, and whether some bucket stays undecided."""
    if line is None:
        return CRASHED, True
    verdicts = set()
    for entry in line["buckets"]:
        bucket = problem.bucket_of(entry["fails"])
        confirmed = any(proofs.is_wrong(problem, bucket, predicate.source, pair) for pair in entry["pairs"])
        verdicts.add(FOUND if confirmed else entry["verdict"])
    undecided = "undecided" in verdicts
    if "wrong" in verdicts:
        return NOT_CONFIRMED, undecided
    return FOUND if FOUND in verdicts else NOTHING if undecided else EXHAUSTED, undecided


def measured(name: str, options: argparse.Namespace, say: Any) -> tuple[Tool, Tool, int]:
    """CrossHair, proofs, and how many pairs of CrossHair are not in the study scope."""
    problem, predicates = load(name), proofs.sample(name, options.count)
    found = searched(name, predicates, options, say)
    truths, _ = truth.decide(name, predicates, options.work, options.jobs, True, say)
    say(f"{name}: deciding {len(predicates)} predicates")
    lines = proofs.decided(name, predicates)
    judge.start()
    # Atoms as numbers, as `within` expects them.
    build = builder(problem, compared(name), names=range(9))
    theirs, ours, pairs = Tool(), Tool(), []
    for each in predicates:
        wrong, result, line = bool(truths[each.digest].cells), found[each.digest], lines.get(each.digest)
        theirs.count(each, wrong, result["status"], result["seconds"])
        decided, undecided = decision(problem, each, line)
        ours.count(each, wrong, decided, line and line["seconds"])
        ours.undecided += undecided
        if result["status"] == FOUND:
            pairs.append(build(**result["arguments"]))
    return theirs, ours, within(name, pairs).count(False)


def table(results: dict[str, tuple[Tool, Tool]]) -> str:
    lines = [
        "| problem | tool | predicates | wrong | shown to be wrong | share | said to be correct | rightly | nothing said, wrong | nothing said, correct | failed | median, CPU s | 95 % | most |",
        "|---|---|" + "---:|" * 12,
    ]
    for name, both in results.items():
        for tool, each in zip(("CrossHair", "proof"), both):
            seconds = sorted(each.seconds)
            at = lambda part: seconds[min(len(seconds) - 1, int(len(seconds) * part))]  # noqa: E731
            lines.append(
                f"| {name} | {tool} | {each.predicates} | {each.wrong} | {each.shown} | {proofs.share(each.shown, each.wrong)} "
                f"| {each.correct} | {each.rightly} | {each.silent_wrong} | {each.silent_correct} "
                f"| {sum(each.failures.values())} | {at(0.5):.2f} | {at(0.95):.2f} | {seconds[-1]:.2f} |"
            )
    return "\n".join(lines)


def notes(theirs: Tool, ours: Tool, outside: int, which: str) -> str:
    """What the table does not say, as a list."""
    lines = [f"- CrossHair {which}; pairs outside the study scope: {outside}"]
    lines.append(f"- proof, some bucket undecided: {ours.undecided}")
    for tool, each in (("CrossHair", theirs), ("proof", ours)):
        lines += [f"- {tool}, failed: {reason}: {count}" for reason, count in sorted(each.failures.items())]
        lines += [f"- {tool}, said to be correct and wrong: {fault}" for fault in each.faults]
        if each.beyond:
            lines.append(f"- {tool}, shown to be wrong, but not wrong by the truth: {each.beyond}")
    return "\n".join(lines) + "\n"


def program(given: str | None) -> str:
    """The path of CrossHair, or an error that says how to get it."""
    wanted = given or os.environ.get("CROSSHAIR") or "crosshair"
    found = shutil.which(wanted)
    if found is None:
        raise RuntimeError(
            f"`{wanted}` is not a program; run `python3 -m venv target/crosshair` and "
            "`target/crosshair/bin/pip install crosshair-tool`, then pass `--crosshair target/crosshair/bin/crosshair`"
        )
    return str(Path(found).absolute())


def version(path: str) -> str:
    """The version of CrossHair, which it does not print; asked of the interpreter beside it."""
    ask = [Path(path).parent / "python", "-c", "import importlib.metadata; print(importlib.metadata.version('crosshair-tool'))"]
    try:
        return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "of an unknown version"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="predicates of each problem")
    parser.add_argument("--problem", action="append", choices=PROBLEMS, help="only this problem; writes no file")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="CPU seconds for each predicate")
    parser.add_argument("--crosshair", help="path of CrossHair; by default `CROSSHAIR`, or `crosshair` on the path")
    parser.add_argument("--only-search", action="store_true", help="run CrossHair and store what it finds; print no table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--work", type=Path, default=suites.target() / "study", help="folder for intermediate results")
    options = parser.parse_args()
    options.crosshair = program(options.crosshair)
    options.work.mkdir(parents=True, exist_ok=True)
    say = lambda text: print(text, file=sys.stderr, flush=True)  # noqa: E731
    names = options.problem or PROBLEMS
    for name in names:
        searched(name, proofs.sample(name, options.count), options, say)
    if options.only_search:
        return 0
    proofs.build()
    results: dict[str, tuple[Tool, Tool]] = {}
    whole, outside = (Tool(), Tool()), 0
    for name in names:
        theirs, ours, elsewhere = measured(name, options, say)
        results[name] = theirs, ours
        outside += elsewhere
        whole[0].add(theirs)
        whole[1].add(ours)
        say(table({name: results[name]}))
    # Python resets the handler before it ends, and the next tick would kill it.
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if len(results) > 1:
        results["all"] = whole
    seconds = f" --seconds {options.seconds}" if options.seconds != SECONDS else ""
    text = f"{table(results)}\n\n`study/crosshair.py --count {options.count}{seconds}`\n\n"
    text += notes(*whole, outside, version(options.crosshair))
    print(text)
    if not options.problem:
        suites.written(STUDY / "crosshair.md", text)
    return 0


if __name__ == "__main__":
    # The order of sets, and so what a predicate does with one, must not depend on the run.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    try:
        sys.exit(main())
    except (OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
