"""Every pair of a small scope, and how pairs are shown to a predicate.

`pairs(name)` yields each valid pair of the study's scope once. Pairs that differ only in the names of atoms, or in the
order of a list declared `Unordered`, count as one. Atoms are 0, 1, 2, ... here; `shown` gives them names that
a student might see. Everything here is plain enumeration in CPython, independent of anything Custodiet computes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from random import Random
from typing import Any

from problem import Pair, load

from custodiet.annotations import Atom

Code = tuple[Any, ...]
"""An input or an output as nested tuples of integers: they are ordered, so one of several is the smallest."""

Renaming = tuple[int, ...]
"""Atom i becomes the i-th number."""

FULL: dict[str, dict[str, int]] = {
    "toposort": dict(vertices=4, edges=4, order=5),
    "sortacle": dict(names=2, ages=3, people_in=3, people_out=4),
    "matcher": dict(side=2, ids=4, hires=4),
    "dedupe": dict(items=5, length=5, kept=5),
    "merge": dict(numbers=3, left=3, right=2, merged=5),
    "intervals": dict(starts=3, ends=4, requests=3, chosen=3),
}
QUICK: dict[str, dict[str, int]] = {
    "toposort": dict(vertices=4, edges=3, order=4),
    "sortacle": dict(names=2, ages=3, people_in=2, people_out=3),
    "matcher": dict(side=2, ids=3, hires=4),
    "dedupe": dict(items=5, length=4, kept=4),
    "merge": dict(numbers=3, left=2, right=1, merged=4),
    "intervals": dict(starts=3, ends=4, requests=3, chosen=2),
}
NAMES = tuple(FULL)

COUNTS: dict[str, tuple[int, int]] = {
    "toposort": (23_682, 3_319),  # 561,015 labeled ones in the full scope: 411 graphs times 1,365 lists
    "sortacle": (201_373, 5_569),
    "matcher": (45_306, 4_608),
    "dedupe": (138_857, 6_473),
    "merge": (72_800, 4_840),
    "intervals": (79_170, 6_594),
}
"""How many pairs the full and the quick scope have."""


@dataclass(frozen=True)
class Space:
    """All inputs and all outputs of a scope, as codes. Only inputs need preconditions in the six problems."""

    atoms: int
    inputs: Iterable[Code]
    outputs: list[Code]
    rename_input: Callable[[Code, Renaming], Code]
    rename_output: Callable[[Code, Renaming], Code]
    build: Callable[[Code, Code], Pair]


def pairs(name: str, quick: bool = False, labeled: bool = False) -> Iterator[Pair]:
    """Every valid pair of the scope; of pairs that are the same up to the names of atoms, only the smallest.

    With `labeled`, all of them. No pair shares a mutable part with another.
    """
    problem = load(name)
    space = SPACES[name](**(QUICK if quick else FULL)[name])
    nothing = space.outputs[0]
    renamings = [] if labeled else list(permutations(range(space.atoms)))[1:]
    for given in space.inputs:
        images = [space.rename_input(given, renaming) for renaming in renamings]
        if any(image < given for image in images) or not problem.applies(space.build(given, nothing)):
            continue
        # Renamings that keep the input may still change the output.
        symmetries = [renaming for renaming, image in zip(renamings, images) if image == given]
        for output in space.outputs:
            if all(space.rename_output(output, symmetry) >= output for symmetry in symmetries):
                yield space.build(given, output)


def kinds(name: str) -> tuple[type, ...]:
    """The kinds of atoms that the problem file allows; empty if it has no atoms."""
    found = [each for each in vars(load(name).module).values() if isinstance(each, type) and issubclass(each, Atom)]
    return next((atom.as_ for atom in found if atom is not Atom), ())


# The spaces


def lists(elements: Iterable[Any], longest: int) -> list[Code]:
    """All lists of up to `longest` elements, the empty one first."""
    elements = list(elements)
    return [each for length in range(longest + 1) for each in product(elements, repeat=length)]


def subsets(elements: Iterable[Any], largest: int) -> list[Code]:
    """All sets of up to `largest` elements, each in the order of the given elements."""
    elements = list(elements)
    return [each for size in range(largest + 1) for each in combinations(elements, size)]


def rename_list(atoms: Code, renaming: Renaming) -> Code:
    return tuple([renaming[atom] for atom in atoms])


def keep(code: Code, renaming: Renaming) -> Code:
    return code


def toposort_space(vertices: int, edges: int, order: int) -> Space:
    def rename(graph: Code, renaming: Renaming) -> Code:
        return tuple(sorted([(renaming[source], renaming[target]) for source, target in graph]))

    return Space(
        atoms=vertices,
        inputs=subsets(product(range(vertices), repeat=2), edges),
        outputs=lists(range(vertices), order),
        rename_input=rename,
        rename_output=rename_list,
        build=lambda graph, order: (list(graph), list(order)),
    )


def sortacle_space(names: int, ages: int, people_in: int, people_out: int) -> Space:
    person = load("sortacle").module.Person

    def rename(people: Code, renaming: Renaming) -> Code:
        return tuple([(renaming[name], age) for name, age in people])

    def build(people_in: Code, people_out: Code) -> Pair:
        return [person(*each) for each in people_in], [person(*each) for each in people_out]

    people = list(product(range(names), range(ages)))
    return Space(names, lists(people, people_in), lists(people, people_out), rename, rename, build)


def matcher_space(side: int, ids: int, hires: int) -> Space:
    hire = load("matcher").module.Hire

    def build(sides: Code, hires: Code) -> Pair:
        companies, candidates = sides
        return [*map(list, companies)], [*map(list, candidates)], {hire(*each) for each in hires}

    rankings = (list(product(permutations(range(size)), repeat=size)) for size in range(side + 1))
    inputs = chain.from_iterable(product(each, repeat=2) for each in rankings)
    return Space(0, inputs, subsets(product(range(ids), repeat=2), hires), keep, keep, build)


def dedupe_space(items: int, length: int, kept: int) -> Space:
    return Space(
        atoms=items,
        inputs=lists(range(items), length),
        outputs=lists(range(items), kept),
        rename_input=rename_list,
        rename_output=rename_list,
        build=lambda items, kept: (list(items), list(kept)),
    )


def merge_space(numbers: int, left: int, right: int, merged: int) -> Space:
    def ascending(longest: int) -> Iterator[Code]:
        return chain.from_iterable(combinations_with_replacement(range(numbers), size) for size in range(longest + 1))

    return Space(
        atoms=0,
        inputs=product(ascending(left), ascending(right)),
        outputs=lists(range(numbers), merged),
        rename_input=keep,
        rename_output=keep,
        build=lambda sides, merged: (list(sides[0]), list(sides[1]), list(merged)),
    )


def intervals_space(starts: int, ends: int, requests: int, chosen: int) -> Space:
    interval = load("intervals").module.Interval
    all_of_them = list(product(range(starts), range(ends)))

    def build(requests: Code, chosen: Code) -> Pair:
        return {interval(*each) for each in requests}, [interval(*each) for each in chosen]

    return Space(0, subsets(all_of_them, requests), lists(all_of_them, chosen), keep, keep, build)


SPACES: dict[str, Callable[..., Space]] = {
    "toposort": toposort_space,
    "sortacle": sortacle_space,
    "matcher": matcher_space,
    "dedupe": dedupe_space,
    "merge": merge_space,
    "intervals": intervals_space,
}


# What a predicate is shown

# Strings sort differently from the numbers in them, and uppercase sorts before lowercase.
POOLS: dict[type, tuple[Any, ...]] = {
    int: tuple(range(10)),
    str: ("a", "b", "B", "10", "9", "node", "no", "Z", "x y", "0"),
}
MOST = 5
"""No scope of the study has more atoms."""

CHOICES: dict[type, list[tuple[Any, ...]]] = {kind: list(permutations(pool, MOST)) for kind, pool in POOLS.items()}
SHUFFLES: list[list[tuple[int, ...]]] = [list(permutations(range(length))) for length in range(6)]


def shown(name: str, pair: Pair, kind: type | None, rng: Random) -> Pair:
    """The same pair with random names of this kind, and with unordered lists shuffled.

    `kind` is one of `kinds(name)`, and has no effect for problems without atoms. The values are fresh: every list, set
    and record is a new object, distinct from those in the argument and from each other.
    """
    if name in REBUILT:
        return REBUILT[name](pair)
    choices = CHOICES[kind]
    return SHOWN[name](pair, choices[int(rng.random() * len(choices))], rng)


def show_toposort(pair: Pair, names: tuple[Any, ...], rng: Random) -> Pair:
    edges, order = pair
    shuffles = SHUFFLES[len(edges)]
    shuffled = [edges[i] for i in shuffles[int(rng.random() * len(shuffles))]]
    return [(names[source], names[target]) for source, target in shuffled], [names[vertex] for vertex in order]


def show_sortacle(pair: Pair, names: tuple[Any, ...], rng: Random) -> Pair:
    person = load("sortacle").module.Person
    people_in, people_out = pair
    return [person(names[p.name], p.age) for p in people_in], [person(names[p.name], p.age) for p in people_out]


def show_dedupe(pair: Pair, names: tuple[Any, ...], rng: Random) -> Pair:
    items, kept = pair
    return [names[item] for item in items], [names[item] for item in kept]


def rebuild_matcher(pair: Pair) -> Pair:
    hire = load("matcher").module.Hire
    companies, candidates, hires = pair
    fresh = {hire(each.company, each.candidate) for each in hires}
    return [*map(list, companies)], [*map(list, candidates)], fresh


def rebuild_intervals(pair: Pair) -> Pair:
    interval = load("intervals").module.Interval
    requests, chosen = pair
    return {interval(each.start, each.end) for each in requests}, [interval(each.start, each.end) for each in chosen]


SHOWN = {"toposort": show_toposort, "sortacle": show_sortacle, "dedupe": show_dedupe}
REBUILT: dict[str, Callable[[Pair], Pair]] = {
    "matcher": rebuild_matcher,
    "merge": lambda pair: (pair[0][:], pair[1][:], pair[2][:]),
    "intervals": rebuild_intervals,
}


def copier(name: str) -> Callable[[Pair], Pair]:
    """A fast function that copies the mutable parts of a pair and shares numbers, names, tuples and records."""
    return COPIERS[name]


def copy_two_lists(pair: Pair) -> Pair:
    first, second = pair
    return first[:], second[:]


def copy_three_lists(pair: Pair) -> Pair:
    first, second, third = pair
    return first[:], second[:], third[:]


def copy_rankings_and_set(pair: Pair) -> Pair:
    companies, candidates, hires = pair
    return [ranking[:] for ranking in companies], [ranking[:] for ranking in candidates], hires.copy()


def copy_set_and_list(pair: Pair) -> Pair:
    requests, chosen = pair
    return requests.copy(), chosen[:]


COPIERS: dict[str, Callable[[Pair], Pair]] = {
    "toposort": copy_two_lists,
    "sortacle": copy_two_lists,
    "matcher": copy_rankings_and_set,
    "dedupe": copy_two_lists,
    "merge": copy_three_lists,
    "intervals": copy_set_and_list,
}
