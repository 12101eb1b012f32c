"""From outcomes to figures: which predicates are caught, which cells are shown, and which suite finds what the others miss.

All counts are over *faulty* predicates: those that are wrong on some pair, according to `truth.py`. A suite *catches* a predicate
that is wrong on one of its tests, and *shows* a cell (predicate, bucket) if the predicate is wrong on one of its tests there. The
*recall* of a suite is its share of the cells that are wrong within the study scope. A predicate's fingerprint is *exact* if
all its cells are shown; a suite may show more, with tests beyond the scope, and these are errors too.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cover
from corpus import HELD_OUT, LEARN, Predicate
from outcomes import Wrong
from problem import Bucket, Problem
from suites import DEFAULT, Suite
from truth import Truth

Cell = tuple[str, Bucket]

# The subproperties of prior work, in terms of those of the problem files.
PRIOR_GROUPS = {
    "sortacle": {
        "SAME-SIZE": ["same_size"],
        "ORDERED": ["ordered"],
        "SAME-ELES-WEAK": ["no_new", "none_dropped"],
        "SAME-ELES-STRONG": ["no_new", "none_dropped", "counts_of_output", "counts_of_input"],
    },
    "matcher": {
        "STABLE": ["stable"],
        "UNIQUENESS": ["uniqueness"],
        "COMPLETE": ["candidates_complete", "companies_complete"],
    },
    "toposort": {
        "ORDERED": ["sortedness"],
        "NONE-DROPPED": ["none_dropped"],
        "NO-NEW": ["no_new"],
        "SAME-NUM-VERTICES": ["same_num_vertices"],
        "UNIQUENESS": ["uniqueness"],
    },
}


@dataclass(frozen=True)
class Studied:
    """One problem with everything known about its predicates."""

    problem: Problem
    lattice: dict[str, Any]
    predicates: tuple[Predicate, ...]
    truths: dict[str, Truth]
    pairs: dict[str, Any]
    suites: list[Suite]
    wrong: list[Wrong]

    @cached_property
    def faulty(self) -> list[Predicate]:
        return [each for each in self.predicates if self.truths[each.digest].faulty]

    @cached_property
    def equivalent(self) -> list[Predicate]:
        return [each for each in self.predicates if not self.truths[each.digest].faulty]

    def part(self, part: str | None) -> list[Predicate]:
        """The faulty predicates of a part; of all parts if it is None."""
        return [each for each in self.faulty if part in (None, each.part)]

    def suite(self, name: str, per_bucket: int | None = DEFAULT) -> int:
        """The index of a suite in the list."""
        wanted = (name, None if name in ("staff", "independent") else per_bucket)
        return next(i for i, each in enumerate(self.suites) if (each.name, each.per_bucket) == wanted)

    def has(self, name: str) -> bool:
        return any(each.name == name for each in self.suites)

    def caught(self, suite: int, predicates: Iterable[Predicate], buckets: set[Bucket] | None = None) -> set[str]:
        """The predicates that are wrong on a test of the suite, restricted to the buckets if they are given."""
        mask = self.mask(suite, buckets)
        return {each.digest for each in predicates if self.wrong[suite][each.digest] & mask}

    def mask(self, suite: int, buckets: set[Bucket] | None) -> int:
        tests = self.suites[suite].tests
        return sum(1 << i for i, test in enumerate(tests) if buckets is None or test.bucket in buckets)

    def shown(self, suite: int, digest: str) -> set[Bucket]:
        """The fingerprint of a predicate, as the suite shows it."""
        wrong = self.wrong[suite][digest]
        return {test.bucket for i, test in enumerate(self.suites[suite].tests) if wrong >> i & 1}

    @cached_property
    def concretizable(self) -> list[Bucket]:
        return [self.problem.bucket_of(names) for names in self.lattice["concretizable"]]

    @cached_property
    def buckets(self) -> set[Bucket]:
        """The buckets of the lattice, and those of tests beyond its scope."""
        return {*self.concretizable, *(test.bucket for suite in self.suites for test in suite.tests)}

    @cached_property
    def positive(self) -> set[Bucket]:
        return {bucket for bucket in self.buckets if self.problem.correct(bucket)}

    def focused_on(self, names: list[str]) -> set[Bucket]:
        """Negative buckets in which one of these fails with as few others as possible."""
        found = set()
        for place in self.problem.bucket_of(names):
            failing = [set(bucket) for bucket in self.concretizable if place in bucket]
            found |= {tuple(sorted(each)) for each in failing if not any(other < each for other in failing)}
        return found - self.positive

    @cached_property
    def groups(self) -> dict[str, set[Bucket]]:
        """The groups of prior work with their buckets; for a problem it did not have, one group per required subproperty."""
        required = {self.problem.subproperties[i].name for i in self.problem.required}
        named = PRIOR_GROUPS.get(self.problem.name) or {
            each.name.upper().replace("_", "-"): [each.name]
            for each in self.problem.subproperties
            if each.name in required
        }
        return {group: self.focused_on(names) for group, names in named.items()}


def score(studied: Studied, suite: int, part: str | None = None) -> dict[str, Any]:
    """How well a suite does on a part of the corpus."""
    predicates = studied.part(part)
    cells, found, exact, known = 0, 0, 0, 0
    fingerprints = set()
    for each in predicates:
        true, shown = studied.truths[each.digest].cells.keys(), studied.shown(suite, each.digest)
        cells += len(true)
        found += len(true & shown)
        known += bool(true)
        exact += bool(true) and true <= shown
        fingerprints.add(frozenset(shown))
    caught = len(studied.caught(suite, predicates))
    return {
        "suite": studied.suites[suite].name,
        "per_bucket": studied.suites[suite].per_bucket,
        "tests": len(studied.suites[suite].tests),
        "buckets": len({test.bucket for test in studied.suites[suite].tests}),
        "faulty": len(predicates),
        "caught": caught,
        "cells": cells,
        "shown": found,
        "with_cells": known,
        "exact": exact,
        "fingerprints": len(fingerprints - {frozenset()}),
    }


def difference(one: set[str], other: set[str]) -> list[int]:
    """How many only one of them has, and only the other."""
    return [len(one - other), len(other - one)]


def by_group(studied: Studied, rivals: list[str], excluded: set[str]) -> list[dict[str, Any]]:
    """Table 2 of the paper: the errors that each suite finds in the buckets of each group.

    `unfocused` are errors that no focused bucket of the suite finds; `total` excludes the positive row, as in the paper.
    """
    predicates = [each for each in studied.faulty if each.digest not in excluded]
    places = {name: studied.suite(name) for name in rivals}
    rows = []
    for group, buckets in studied.groups.items():
        rows.append({"group": group, "found": {n: studied.caught(i, predicates, buckets) for n, i in places.items()}})
    rows.append({"group": "POSITIVE", "found": {n: studied.caught(i, predicates, studied.positive) for n, i in places.items()}})
    negative = studied.buckets - studied.positive
    for label, groups in unfocused_of(studied):
        focused = set().union(*groups.values())
        found = {}
        for name, i in places.items():
            found[name] = studied.caught(i, predicates, negative - focused) - studied.caught(i, predicates, focused)
        rows.append({"group": label, "found": found})
    rows.append({"group": "TOTAL", "found": {n: studied.caught(i, predicates, negative) for n, i in places.items()}})
    return [
        {
            "group": row["group"],
            "found": {name: len(row["found"][name]) for name in rivals},
            "differences": {
                f"{one};{other}": difference(row["found"][one], row["found"][other])
                for one in rivals
                for other in rivals
                if one != other
            },
        }
        for row in rows
    ]


def unfocused_of(studied: Studied) -> list[tuple[str, dict[str, set[Bucket]]]]:
    """Unfocused buckets, depending on what counts as focused: for sortacle, once for each reading of SAME-ELEMENTS."""
    if "SAME-ELES-WEAK" not in studied.groups:
        return [("UNFOCUSED", studied.groups)]
    return [
        (f"UNFOCUSED-{which}", {name: each for name, each in studied.groups.items() if name != f"SAME-ELES-{other}"})
        for which, other in (("WEAK", "STRONG"), ("STRONG", "WEAK"))
    ]


def against(studied: Studied, staff: str, rivals: list[str]) -> dict[str, Any]:
    """Table 3 of the paper: all predicates, all tests together."""
    found = {name: studied.caught(studied.suite(name), studied.faulty) for name in [staff, *rivals]}
    neither = found[staff] - set().union(*(found[name] for name in rivals))
    return {
        "found": {name: len(each) for name, each in found.items()},
        "differences": {name: difference(found[name], found[staff]) for name in rivals},
        "only_staff": len(neither),
    }


def needed(studied: Studied, suite: int) -> dict[str, Any]:
    """RQ4: the fewest buckets, and the fewest tests, that find every error the suite finds."""
    buckets = sorted({test.bucket for test in studied.suites[suite].tests})
    places = {bucket: i for i, bucket in enumerate(buckets)}
    by_bucket, by_test = [], []
    for each in studied.faulty:
        by_test.append(studied.wrong[suite][each.digest])
        by_bucket.append(sum(1 << places[bucket] for bucket in studied.shown(suite, each.digest)))
    fewest_buckets, fewest_tests = cover.fewest(by_bucket), cover.fewest(by_test)
    return {
        "buckets": len(buckets),
        "fewest_buckets": [fewest_buckets.least, len(fewest_buckets.chosen)],
        "chosen_buckets": [studied.problem.names(buckets[i]) for i in fewest_buckets.chosen],
        "tests": len(studied.suites[suite].tests),
        "fewest_tests": [fewest_tests.least, len(fewest_tests.chosen)],
    }


def clusters(studied: Studied, suite: int | None) -> list[dict[str, Any]]:
    """Predicates with the same fingerprint, according to a suite or (None) to the ground truth; largest first."""
    found: dict[tuple[Bucket, ...], int] = {}
    for each in studied.faulty:
        cells = studied.truths[each.digest].cells.keys() if suite is None else studied.shown(suite, each.digest)
        if cells:
            key = tuple(sorted(cells, key=lambda bucket: (len(bucket), bucket)))
            found[key] = found.get(key, 0) + 1
    ranked = sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))
    return [{"buckets": [studied.problem.names(each) for each in key], "predicates": count} for key, count in ranked]


def misses(studied: Studied, suite: int) -> list[dict[str, Any]]:
    """Every faulty predicate that the suite does not catch, with a pair on which it is wrong."""
    found = []
    for each in studied.faulty:
        if studied.wrong[suite][each.digest]:
            continue
        truth = studied.truths[each.digest]
        found.append(
            {
                "predicate": each.name,
                "digest": each.digest,
                "part": each.part,
                "mistake": each.mistake,
                "cells": [studied.problem.names(bucket) for bucket in truth.cells],
                "pair": next(iter(truth.cells.values()), truth.beyond),
                "within_scope": bool(truth.cells),
            }
        )
    return found


def missed_cells(studied: Studied, suite: int) -> list[tuple[Predicate, Bucket]]:
    """Every cell of the study scope that the suite does not show."""
    found = []
    for each in studied.faulty:
        shown = studied.shown(suite, each.digest)
        found += [(each, bucket) for bucket in studied.truths[each.digest].cells if bucket not in shown]
    return found


PARTS = {"learned from": LEARN, "held out": HELD_OUT, "all": None}
