"""Shared by several tests: a child process that judges, and small made-up studies."""

import multiprocessing
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import judge  # noqa: E402
from corpus import HELD_OUT, LEARN, Predicate  # noqa: E402
from measure import Studied  # noqa: E402
from problem import Property, Bucket, Problem  # noqa: E402
from suites import Suite, Test  # noqa: E402
from truth import Truth  # noqa: E402


def in_child(work: Callable[[], Any], seconds: float = 60) -> Any:
    """The result of `work` in a child with the limits of `judge.start`; an error if it takes too long or dies."""
    context = multiprocessing.get_context("fork")
    receive, send = context.Pipe(duplex=False)

    def main() -> None:
        judge.start()
        send.send(work())

    child = context.Process(target=main)
    child.start()
    send.close()
    try:
        if not receive.poll(seconds):
            raise AssertionError(f"no answer after {seconds} s")
        return receive.recv()
    except EOFError:
        raise AssertionError("the child died") from None
    finally:
        child.kill()
        child.join()
        receive.close()


def invented_problem(names: str = "abc", required: int = 2, name: str = "invented") -> Problem:
    """A problem whose first subproperties are required. None of its functions is ever called."""

    def never(pair: Any) -> bool:
        raise AssertionError

    asked = tuple(Property(each, never, (0,)) for each in names)
    return Problem(name, sys.modules[__name__], ("given", "made"), (), asked, frozenset(range(required)))


def predicate(number: int, part: str = LEARN, problem: str = "invented") -> Predicate:
    """Every second one is a mutant, every fourth one has two changes."""
    source = f'"""Mistake {number}."""\n'
    if number % 2 == 0:
        return Predicate(problem, f"p{number}", "by hand", part, source)
    operator = "constant + comparison" if number % 4 == 3 else "comparison"
    return Predicate(problem, f"p{number}", "mutant", part, source, operator, number)


def suite(problem: Problem, name: str, per_bucket: int | None, buckets: list[Bucket]) -> Suite:
    """A suite with one test for each of the buckets, which may repeat."""
    tests = (Test((name, i), bucket, problem.correct(bucket)) for i, bucket in enumerate(buckets))
    return Suite(name, per_bucket, tuple(tests))


SUITES = ("ensemble", "solver", "random", "hypothesis", "near-valid", "focused", "staff", "independent")


def random_study(rng: random.Random, problem: Problem, concretizable: list[Bucket], count: int = 12) -> Studied:
    """Predicates with random cells, and random outcomes that show only cells, or buckets of mistakes beyond the scope."""
    made = []
    for name in SUITES:
        buckets = sorted(rng.choices(concretizable, k=rng.randint(3, 10)))
        made.append(suite(problem, name, None if name in ("staff", "independent") else 10, buckets))
    predicates = tuple(predicate(i, rng.choice((LEARN, HELD_OUT)), problem.name) for i in range(count))
    truths, wrong = {}, [{} for _ in made]
    for each in predicates:
        kind = rng.choice(("cells", "cells", "cells", "beyond", "right"))
        cells = set(rng.sample(concretizable, rng.randint(1, 4))) if kind == "cells" else set()
        beyond = "([9], [9])" if kind == "beyond" else None
        truths[each.digest] = Truth({bucket: f"([], {list(bucket)})" for bucket in sorted(cells)}, beyond)
        for outcomes, found in zip(wrong, made):
            bits = [i for i, test in enumerate(found.tests) if test.bucket in cells and rng.random() < 0.5]
            if kind == "beyond" and rng.random() < 0.3:
                bits.append(rng.randrange(len(found.tests)))
            outcomes[each.digest] = sum(1 << bit for bit in bits)
    lattice = {"concretizable": [problem.names(bucket) for bucket in concretizable]}
    sizes = {"-".join(map(str, bucket)): 7 for bucket in concretizable}
    pairs = {"pairs": 70, "asked": 140, "beyond": 5, "sizes": sizes}
    return Studied(problem, lattice, predicates, truths, pairs, made, wrong)
