"""Determines by experiment which subproperties a predicate misses.

A subproperty is missed if the predicate accepts a pair on which it fails. Pairs come from small scopes: a fixed
random selection, the same for all predicates.
"""

import functools
import importlib
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAIRS = 1000

sys.path[:0] = [str(ROOT / "python"), str(ROOT / "problems")]

REQUIRED = {
    "sortacle": ["no_new", "none_dropped", "ordered", "counts_of_output", "counts_of_input"],
    "matcher": [
        "candidates_complete",
        "companies_complete",
        "stable",
        "uniqueness",
        "no_new_company",
        "no_new_candidate",
    ],
}
RECORDS = {"sortacle": [("Person", ["name", "age"])], "matcher": [("Hire", ["company", "candidate"])]}


def sortacle(problem, rng):
    people = [problem.Person(name, age) for name in "ab" for age in range(3)]
    people_in = rng.choices(people, k=rng.randrange(4))
    people_out = rng.choices(people, k=rng.randrange(4))
    if rng.random() < 0.7:
        people_out = [rng.choice(people) if rng.random() < 0.15 else person for person in people_in]
        rng.shuffle(people_out)
        if rng.random() < 0.7:
            people_out.sort(key=lambda person: person.age)
        if people_out and rng.random() < 0.3:
            people_out.insert(0, people_out[0]) if rng.random() < 0.5 else people_out.pop()
    return {"people_in": people_in, "people_out": people_out}


def matcher(problem, rng):
    n = rng.choices([0, 1, 2, 3], [1, 3, 8, 8])[0]
    rankings = [[rng.sample(range(n), n) for _ in range(n)] for _ in range(2)]
    matched = rng.sample(range(n), n)
    hires = {problem.Hire(company, candidate) for company, candidate in enumerate(matched) if rng.random() < 0.9}
    while rng.random() < 0.4:
        hires.add(problem.Hire(rng.randrange(n + 2), rng.randrange(n + 2)))
    return {"companies": rankings[0], "candidates": rankings[1], "hires": hires}


def as_json(value):
    if isinstance(value, list):
        return [as_json(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return {"set": sorted((as_json(item) for item in value), key=repr)}
    if hasattr(value, "__dataclass_fields__"):
        return {"record": type(value).__name__, "fields": [getattr(value, field) for field in value.__dataclass_fields__]}
    return value


def failing(function, pair):
    return not function(**{name: pair[name] for name in function.__code__.co_varnames[: function.__code__.co_argcount]})


@functools.cache
def pairs(name):
    """Pairs as JSON, each with the names of the required subproperties that fail."""
    problem = importlib.import_module(name)
    make = {"sortacle": sortacle, "matcher": matcher}[name]
    rng = random.Random(7)
    found = []
    for pair in (make(problem, rng) for _ in range(PAIRS)):
        fails = frozenset(each for each in REQUIRED[name] if failing(getattr(problem, each), pair))
        found.append(([as_json(value) for value in pair.values()], fails))
    return found


def table(name):
    """The rows of the samples' README: file to the subproperties it misses."""
    rows = {}
    for line in (ROOT / "submissions" / name / "README.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0].startswith("`") and cells[0].endswith(".arr`"):
            rows[cells[0].strip("`")] = set() if cells[2] == "none" else set(cells[2].split(", "))
    return rows


def shown(names):
    return {name.upper().replace("_", "-") for name in names}
