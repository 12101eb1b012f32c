"""Determines whether an input has only one correct output, by trying all candidates in CPython.

Prior work excluded predicates that fail such *functional* positive tests before it looked at details. The candidates are listed by
what all correct outputs have in common; the problem file determines which of them are correct.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from problem import Pair, Problem


def is_functional(problem: Problem, pair: Pair) -> bool:
    """Whether the input of a correct pair has no other correct output."""
    *inputs, output = pair
    return not any(
        candidate != output and problem.correct(problem.bucket((*inputs, candidate)))
        for candidate in CANDIDATES[problem.name](problem, *inputs)
    )


def toposort(_: Problem, edges: list[Any]) -> Iterator[Any]:
    """Every vertex once."""
    return map(list, permutations({vertex: None for edge in edges for vertex in edge}))


def sortacle(_: Problem, people: list[Any]) -> Iterator[Any]:
    """The same people."""
    return map(list, permutations(people))


def matcher(problem: Problem, companies: list[Any], _: list[Any]) -> Iterator[Any]:
    """Everybody matched once."""
    for chosen in permutations(range(len(companies))):
        yield {problem.module.Hire(company, candidate) for company, candidate in enumerate(chosen)}


def dedupe(_: Problem, items: list[Any]) -> Iterator[Any]:
    return map(list, permutations(dict.fromkeys(items)))


def merge(_: Problem, left: list[Any], right: list[Any]) -> Iterator[Any]:
    """Equal numbers are indistinguishable, so only ascending order can be correct."""
    return iter([sorted(left + right)])


def intervals(_: Problem, requests: set[Any]) -> Iterator[Any]:
    """Some of the requests, in some order."""
    for size in range(len(requests) + 1):
        for chosen in combinations(sorted(requests), size):
            yield from map(list, permutations(chosen))


CANDIDATES = {
    "toposort": toposort,
    "sortacle": sortacle,
    "matcher": matcher,
    "dedupe": dedupe,
    "merge": merge,
    "intervals": intervals,
}
