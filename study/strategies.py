"""Hypothesis generators for pairs of the six problems, as an instructor would write them.

They follow listing 1 of the paper. A few elements are drawn; the input is made of them, valid by construction; the
output is a list (or set) of the same elements plus one that need not occur in the input. Lists have at most 10
elements. Each generator exists in two variants: the trivial one allows empty lists, the other requires outputs of 3
elements (2 hires) and inputs of some size that do not repeat a single element. They do not differ otherwise. Inputs
have at most 5 different elements (intervals: 10): the more there are, the rarer are outputs with the same elements.

Nothing is drawn from `text()` or from unbounded numbers: Hypothesis mixes in constants that it finds in the loaded
modules, so the results would depend on them. Bounded integers below 100 are not affected. Needs Hypothesis; see
`peers.py`.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from problem import load

MOST = 10
KINDS = 5


def strategy(problem: str, trivial: bool) -> st.SearchStrategy:
    """A strategy for pairs of this problem; with `trivial`, including empty and tiny ones."""
    return GENERATORS[problem](load(problem).module, trivial)


@st.composite
def toposort(draw: Callable[..., Any], module: ModuleType, trivial: bool) -> tuple:
    """Edges that respect a random order of the vertices, and a list of vertices."""
    n = draw(st.integers(1 if trivial else 3, KINDS))
    ordering = draw(st.permutations([str(i) for i in range(n)]))
    forward = list(combinations(ordering, 2))
    edges = []
    if forward:
        edges = draw(st.lists(st.sampled_from(forward), min_size=0 if trivial else 2, max_size=MOST, unique=True))
    return edges, draw(listed([str(i) for i in range(n + 1)], 0 if trivial else 3))


@st.composite
def sortacle(draw: Callable[..., Any], module: ModuleType, trivial: bool) -> tuple:
    """A list of some people, and a list of the same people plus another."""
    least, different = (0, 1) if trivial else (3, 2)
    person = st.builds(module.Person, st.sampled_from("abcde"), st.integers(0, 10))
    people = draw(st.lists(person, min_size=different, max_size=KINDS, unique=True))
    people_in = draw(listed(people, least).filter(lambda people: trivial or varied(people)))
    return people_in, draw(listed([*people, draw(person)], least))


@st.composite
def matcher(draw: Callable[..., Any], module: ModuleType, trivial: bool) -> tuple:
    """Rankings of n by n, and hires among numbers from 0 to n."""
    least = 0 if trivial else 2
    n = draw(st.integers(least, KINDS))
    rankings = st.lists(st.permutations(range(n)), min_size=n, max_size=n)
    hire = st.builds(module.Hire, st.integers(0, n), st.integers(0, n))
    return draw(rankings), draw(rankings), draw(st.sets(hire, min_size=least, max_size=MOST))


@st.composite
def dedupe(draw: Callable[..., Any], module: ModuleType, trivial: bool) -> tuple:
    """A list of numbers below n, and one of numbers up to n."""
    least, different = (0, 1) if trivial else (3, 2)
    n = draw(st.integers(different, KINDS))
    items = draw(listed(range(n), least).filter(lambda items: trivial or varied(items)))
    return items, draw(listed(range(n + 1), least))


@st.composite
def merge(draw: Callable[..., Any], module: ModuleType, trivial: bool) -> tuple:
    """Two sorted lists of numbers, short enough that both fit into the output, and a list of the same plus another."""
    shortest, least, different = (0, 0, 1) if trivial else (1, 3, 2)
    number = st.integers(-10, 10)
    numbers = draw(st.lists(number, min_size=different, max_size=KINDS, unique=True))
    half = listed(numbers, shortest, MOST // 2).map(sorted)
    left, right = draw(st.tuples(half, half).filter(lambda both: trivial or varied(both[0] + both[1])))
    return left, right, draw(listed([*numbers, draw(number)], least))


@st.composite
def intervals(draw: Callable[..., Any], module: ModuleType, trivial: bool) -> tuple:
    """A set of requests that end after they start, and a list of the same plus another interval."""
    least = 0 if trivial else 3
    interval = st.builds(lambda at, length: module.Interval(at, at + length), st.integers(0, 10), st.integers(1, 5))
    requests = draw(st.lists(interval, min_size=least, max_size=MOST, unique=True))
    return set(requests), draw(listed([*requests, draw(interval)], least))


def listed(elements: Sequence, least: int, most: int = MOST) -> st.SearchStrategy[list]:
    """Lists of these elements."""
    return st.lists(st.sampled_from(elements), min_size=least, max_size=most)


def varied(elements: list) -> bool:
    """Whether the elements are not all the same; Hypothesis would start with equal ones."""
    return len(set(elements)) > 1


GENERATORS = {
    "sortacle": sortacle,
    "matcher": matcher,
    "toposort": toposort,
    "dedupe": dedupe,
    "merge": merge,
    "intervals": intervals,
}
