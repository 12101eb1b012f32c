"""Reads hand-written tests, and tests of generated suites, as pairs that a predicate can be called on.

`read` takes the JSON Lines of `docs/classify.md`, `read_suite` the file of `docs/suite-format.md`. Every test is checked
against the problem file: a pair that violates a precondition, a wrong expectation or a wrong bucket is rejected.

The values of a pair are shared by all users of the test. Copy them before you pass them to a predicate that may modify them.
"""

import json
import typing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from problem import Bucket, Pair, Problem
from values import Decoder, Name, Naming, as_written

from custodiet.annotations import Atom

COMMENT = "#"


@dataclass(frozen=True)
class Test:
    """A pair in the order of the predicate's parameters, what fails on it, and the correct answer."""

    pair: Pair
    bucket: Bucket
    expect: bool


@dataclass(frozen=True)
class SuiteTest(Test):
    """A test of a generated suite, with the suite's claims about it."""

    kind: str
    engine: str
    positive_kind: str | None


def read(problem: Problem, path: str | Path) -> list[Test]:
    """The tests of a JSON Lines file, in order. Raises ValueError with the file and the line."""
    tests = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        try:
            written = parse(line)
            pair = pair_of(problem, written)
            bucket = checked(problem, pair, written)
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from error
        tests.append(Test(pair, bucket, written["expect"]))
    return tests


def read_suite(problem: Problem, path: str | Path) -> list[SuiteTest]:
    """The scored tests of a suite, in order, with atoms as a graded submission sees them.

    Raises ValueError with the file and the ID of the test.
    """
    try:
        suite = parse(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    names = [each.name for each in problem.subproperties]
    if suite.get("format") != 1 or suite.get("subproperties") != names:
        raise ValueError(f"{path}: not a suite of {problem.name} with its current problem file")
    tests = []
    for bucket in suite["buckets"]:
        fails = problem.bucket_of(bucket["fails"])
        for written in bucket["tests"]:
            try:
                pair = pair_of(problem, written, shown(problem, written))
                found = checked(problem, pair, written)
                if found != fails:
                    raise ValueError(f"{problem.names(found)} fail, not {bucket['fails']}")
            except ValueError as error:
                raise ValueError(f"{path}: test {written.get('id')}: {error}") from error
            tests.append(
                SuiteTest(
                    pair, found, written["expect"], written["kind"], written["engine"], written["positive_kind"]
                )
            )
    return tests


def parse(text: str) -> dict[str, Any]:
    """A JSON object. No object in it may contain a key twice."""

    def unique(entries: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(entries)) < len(entries):
            raise ValueError(f"an object contains a key twice: {[key for key, _ in entries]}")
        return dict(entries)

    found = json.loads(text, object_pairs_hook=unique)
    if type(found) is not dict:
        raise ValueError("not an object")
    return found


def pair_of(problem: Problem, written: dict[str, Any], naming: Naming = as_written) -> Pair:
    """The pair of a test's `input` and `output`, in the order of the parameters."""
    decoder = Decoder(naming)
    sides = {side: dict(written.get(side, {})) for side in ("input", "output")}
    hints = typing.get_type_hints(problem.module.is_valid, include_extras=True)
    values = []
    for param in problem.params:
        side = side_of(hints[param])
        if param not in sides[side]:
            raise ValueError(f"{side}.{param} is missing")
        values.append(decoder.value(hints[param], sides[side].pop(param), f"{side}.{param}"))
    for side, rest in sides.items():
        if rest:
            raise ValueError(f"{side} has no parameter {', '.join(rest)}")
    return tuple(values)


def side_of(annotation: Any) -> str:
    """`input` or `output`: the mark of `Input[...]` or `Output[...]`, ignoring other marks."""
    return next(mark for mark in annotation.__metadata__ if mark in ("input", "output"))


def checked(problem: Problem, pair: Pair, written: dict[str, Any]) -> Bucket:
    """The bucket of a pair. Rejects invalid pairs and wrong expectations."""
    if type(written.get("expect")) is not bool:
        raise ValueError("expect must be true or false")
    if not problem.applies(pair):
        raise ValueError("a precondition fails: no predicate is called on this pair")
    bucket = problem.bucket(pair)
    if problem.correct(bucket) != written["expect"]:
        right = "accepts" if problem.correct(bucket) else "rejects"
        raise ValueError(f"wrong expectation: a correct predicate {right} this pair; {problem.names(bucket)} fail")
    return bucket


def shown(problem: Problem, written: dict[str, Any]) -> Naming:
    """How the atoms of a test of a suite are shown to a submission.

    The file writes each atom in the first kind that its type allows: 0, 1, 2 or a, b, c. A submission sees the same
    number in the kind given by `atoms`. If a name of a type does not represent a number, the names of that type are
    numbered as they come.
    """
    found: dict[type[Atom], dict[Name, None]] = {}

    def note(atom: type[Atom], name: Name) -> Name:
        found.setdefault(atom, {})[name] = None
        return name

    pair_of(problem, written, note)
    values: dict[tuple[type[Atom], Name], Name] = {}
    for atom, names in found.items():
        kind = written.get("atoms", {}).get(atom.__name__, atom.as_[0].__name__)
        for name, number in zip(names, numbers_of(list(names))):
            values[atom, name] = number if kind == "int" else letters(number)
    return lambda atom, name: values[atom, name]


def numbers_of(names: Sequence[Name]) -> list[int]:
    """The numbers that names represent; 0, 1, 2 and so on if one of them represents none."""
    numbers = [number_of(name) for name in names]
    if None in numbers:
        return list(range(len(names)))
    return [number for number in numbers if number is not None]


def number_of(name: Name) -> int | None:
    """The number that an atom's name represents: that of `letters`, or a nonnegative integer."""
    if isinstance(name, int):
        return name if 0 <= name < 2**32 else None
    if not name or not all("a" <= letter <= "z" for letter in name):
        return None
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1 if number < 2**32 else None


def letters(number: int) -> str:
    """`a` to `z`, then `aa`, `ab` and so on."""
    name = ""
    while number >= 0:
        number, letter = divmod(number, 26)
        name = chr(ord("a") + letter) + name
        number -= 1
    return name
