"""Random pairs beyond the scopes: correct ones, and ones with small edits of the output.

`near_valid` is the suite that a good property tester would draw: no buckets, only correct pairs and pairs close to
them. `search` draws more wildly, for a long search for mistakes of a predicate. Inputs and outputs stay inside the
large scope of the problem file. Everything is determined by the seed, whatever the hash seed of the interpreter.
"""

import dataclasses
import functools
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import scopes
from problem import Pair, load

from custodiet.annotations import Atom
from custodiet.declarations import Declarations, declared_in

POOLS: dict[type, tuple[Any, ...]] = {
    int: tuple(range(20)),
    str: (*scopes.POOLS[str], *"c d A _ 1 2 -1 nil None node2 Node ab é zz".split()),
}
"""The possible names of atoms."""


# Shapes: the types of a problem file with the bounds of its large scope


@dataclass(frozen=True, eq=False)
class Name:
    """An atom; a pair names at most `most` of them."""

    kinds: tuple[type, ...]
    most: int


@dataclass(frozen=True, eq=False)
class Number:
    bounds: range


@dataclass(frozen=True, eq=False)
class Product:
    """A record or a tuple: `make(*parts)` builds it, `parts(value)` takes it apart."""

    make: Callable[..., Any]
    parts: Callable[[Any], tuple[Any, ...]]
    shapes: tuple["Shape", ...]


@dataclass(frozen=True, eq=False)
class Collection:
    """A list, a set, or a list that represents a set."""

    element: "Shape"
    longest: int
    make: type
    ordered: bool


Shape = Name | Number | Product | Collection
Known = dict[Shape, list[Any]]
"""The parts of a pair by their shapes."""


@functools.cache
def shapes(name: str) -> tuple[Shape, ...]:
    """The shapes of the parameters; the last one is the output in all six problems."""
    module = load(name).module
    declared: Declarations = declared_in(module)
    bounds = declared.large_scope or {}
    found: dict[Any, Shape] = {}

    def shape(hint: Any, lengths: tuple[int, ...], place: str) -> Shape:
        marks: tuple[Any, ...] = ()
        if hasattr(hint, "__metadata__"):
            hint, marks = hint.__origin__, hint.__metadata__
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin in (list, set):
            element = shape(arguments[0], lengths[1:], place)
            return Collection(element, lengths[0], origin, origin is list and "unordered" not in marks)
        key = place if hint is int else hint
        if key not in found:
            found[key] = simple(hint, origin, arguments, place)
        return found[key]

    def simple(hint: Any, origin: Any, arguments: tuple[Any, ...], place: str) -> Shape:
        if origin is tuple:
            return Product(lambda *parts: parts, tuple, tuple(shape(each, (), place) for each in arguments))
        if dataclasses.is_dataclass(hint):
            fields = typing.get_type_hints(hint)
            inner = (shape(each, (), f"{hint.__name__}_{field}") for field, each in fields.items())
            return Product(hint, lambda value: tuple(getattr(value, field) for field in fields), tuple(inner))
        if isinstance(hint, type) and issubclass(hint, Atom):
            return Name(hint.as_, bounds[hint.__name__])
        return Number(bounds[place if hint is int else hint.__name__])

    hints = typing.get_type_hints(module.is_valid, include_extras=True)
    lengths = {param: bounds.get(param) for param in load(name).params}
    return tuple(
        shape(hints[param], length if isinstance(length, tuple) else (length,), param)
        for param, length in lengths.items()
    )


def flat(shape: Shape, value: Any) -> Any:
    """The value as nested tuples, which are equal exactly if the values are the same."""
    match shape:
        case Product():
            return tuple(map(flat, shape.shapes, shape.parts(value)))
        case Collection():
            parts = [flat(shape.element, each) for each in value]
            return tuple(parts if shape.ordered else sorted(parts))
    return value


def fresh(shape: Shape, value: Any) -> Any:
    """An equal value whose lists, sets and records are all new objects."""
    match shape:
        case Product():
            return shape.make(*map(fresh, shape.shapes, shape.parts(value)))
        case Collection():
            return shape.make(fresh(shape.element, each) for each in listed(shape, value))
    return value


def listed(shape: Collection, values: Any) -> list[Any]:
    """The elements, in an order that does not depend on hashes."""
    if shape.make is list:
        return list(values)
    return sorted(values, key=lambda each: flat(shape.element, each))


def gather(shape: Shape, value: Any, known: Known) -> None:
    """Adds all parts of a value to the known ones."""
    known.setdefault(shape, []).append(value)
    match shape:
        case Product():
            for inner, part in zip(shape.shapes, shape.parts(value)):
                gather(inner, part, known)
        case Collection():
            for each in listed(shape, value):
                gather(shape.element, each, known)


# Correct pairs


def names(rng: Random, name: str, count: int) -> list[Any]:
    """Distinct names of one kind that the problem allows."""
    return rng.sample(POOLS[rng.choice(scopes.kinds(name))], count)


def toposort(rng: Random, size: int) -> Pair:
    """An acyclic graph with `size` edges, sparse or dense, and one of its orders."""
    fewest = next(count for count in range(13) if count * (count - 1) // 2 >= size)
    line = names(rng, "toposort", rng.randint(fewest, max(fewest, min(12, 2 * size))))
    forward = [(i, j) for j in range(len(line)) for i in range(j)]
    near = [(i, j) for i, j in forward if j - i <= 2]
    edges = rng.sample(near if len(near) >= size and rng.random() < 0.4 else forward, size)
    left, order = sorted({vertex for edge in edges for vertex in edge}), []
    while left:
        free = [vertex for vertex in left if not any(target == vertex and source in left for source, target in edges)]
        order.append(rng.choice(free))
        left.remove(order[-1])
    return [(line[source], line[target]) for source, target in edges], [line[vertex] for vertex in order]


def sortacle(rng: Random, size: int) -> Pair:
    """`size` people, with few names and few ages; people of the same age in any order."""
    person = load("sortacle").module.Person
    called = names(rng, "sortacle", rng.randint(1, rng.randint(1, 8)))
    oldest = rng.choice((2, 10, 99))
    ages = [rng.randint(0, oldest) for _ in range(rng.randint(1, 6))]
    people = [person(rng.choice(called), rng.choice(ages)) for _ in range(size)]
    rearranged = rng.sample(people, size)
    return people, sorted(rearranged, key=lambda each: each.age)


def matcher(rng: Random, size: int) -> Pair:
    """`size` companies and candidates, and the stable matching that is best for one of the two sides."""
    hire = load("matcher").module.Hire

    def rankings() -> list[list[int]]:
        common = rng.sample(range(size), size)
        alike = rng.random() < 0.2
        return [list(common) if alike and rng.random() < 0.7 else rng.sample(range(size), size) for _ in range(size)]

    companies, candidates = rankings(), rankings()
    if rng.random() < 0.5:
        matched = deferred_acceptance(companies, candidates)
    else:
        matched = [(company, candidate) for candidate, company in deferred_acceptance(candidates, companies)]
    return companies, candidates, {hire(company, candidate) for company, candidate in matched}


def deferred_acceptance(proposers: list[list[int]], others: list[list[int]]) -> list[tuple[int, int]]:
    """The stable matching that the proposers prefer."""
    engaged: dict[int, int] = {}
    asked = [0] * len(proposers)
    free = list(range(len(proposers)))
    while free:
        proposer = free.pop()
        other = proposers[proposer][asked[proposer]]
        asked[proposer] += 1
        rival = engaged.get(other)
        if rival is None or others[other].index(proposer) < others[other].index(rival):
            engaged[other] = proposer
            proposer = rival
        if proposer is not None:
            free.append(proposer)
    return [(proposer, other) for other, proposer in sorted(engaged.items())]


def dedupe(rng: Random, size: int) -> Pair:
    """A list of `size` items, with many repetitions or few."""
    different = names(rng, "dedupe", rng.randint(1, 10))
    items = [rng.choice(different) for _ in range(size)]
    return items, list(dict.fromkeys(items))


def merge(rng: Random, size: int) -> Pair:
    """Two lists, the longer one with `size` numbers, from a narrow or a wide range."""
    width = rng.choice((0, 1, 2, 5, 10, 40))
    low = rng.randint(-20, 20 - width)
    lengths = [size, rng.randint(0, size)]
    rng.shuffle(lengths)
    left, right = (sorted(rng.randint(low, low + width) for _ in range(length)) for length in lengths)
    return left, right, sorted(left + right)


def intervals(rng: Random, size: int) -> Pair:
    """`size` requests, crowded or spread out, and one of the largest choices in any order."""
    interval = load("intervals").module.Interval
    last = rng.randint(5, 24)
    longest = rng.randint(2, last)
    proper = [(start, end) for start in range(20) for end in range(start + 1, last + 1) if end - start <= longest]
    if len(proper) < size:
        proper = [(start, end) for start in range(20) for end in range(start + 1, 25)]
    requests = rng.sample(proper, size)
    chosen: list[tuple[int, int]] = []
    left = rng.sample(requests, size)
    missing = most(left)
    while missing:
        one = left.pop()
        beside = [other for other in left if other[1] <= one[0] or one[1] <= other[0]]
        if most(beside) == missing - 1:
            chosen, left, missing = [*chosen, one], beside, missing - 1
    return {interval(*each) for each in requests}, [interval(*each) for each in chosen]


def most(requests: list[tuple[int, int]]) -> int:
    """How many of the requests fit together."""
    count, free_from = 0, 0
    for start, end in sorted(requests, key=lambda request: request[1]):
        if start >= free_from:
            count, free_from = count + 1, end
    return count


VALID: dict[str, Callable[[Random, int], Pair]] = {
    "toposort": toposort,
    "sortacle": sortacle,
    "matcher": matcher,
    "dedupe": dedupe,
    "merge": merge,
    "intervals": intervals,
}
SCOPE_SIZES = {"toposort": 4, "sortacle": 3, "matcher": 2, "dedupe": 5, "merge": 3, "intervals": 3}
"""The sizes of the largest inputs in the scopes of the study."""


def largest_size(name: str) -> int:
    """How long the first input may be in the large scope."""
    first = shapes(name)[0]
    assert isinstance(first, Collection)
    return first.longest


def valid(rng: Random, name: str, size: int) -> Pair:
    """A random correct pair whose input has this size, from 0 to `largest_size(name)`."""
    return tuple(map(fresh, shapes(name), VALID[name](rng, size)))


# Edits


def draw(shape: Shape, rng: Random, known: Known) -> Any:
    """A random value of this shape, made of known parts and of foreign ones."""
    chance, familiar = rng.random(), known.setdefault(shape, [])
    match shape:
        case Name():
            return rng.choice(familiar) if familiar and chance < 0.6 else foreign(shape, rng, familiar)
        case Number():
            if familiar and chance < 0.7:
                near = rng.choice(familiar) + (rng.choice((-1, 1)) if chance < 0.3 else 0)
                return min(max(near, shape.bounds.start), shape.bounds.stop - 1)
            return rng.choice(shape.bounds)
        case Product():
            return shape.make(*(draw(inner, rng, known) for inner in shape.shapes))
    assert isinstance(shape, Collection)
    values = [some(shape.element, rng, known) for _ in range(rng.randint(0, shape.longest))]
    return shape.make(values if shape.ordered else dict.fromkeys(values))


def some(shape: Shape, rng: Random, known: Known) -> Any:
    """A value that occurs in the pair, or any other."""
    return rng.choice(known[shape]) if known.get(shape) and rng.random() < 0.5 else draw(shape, rng, known)


def foreign(shape: Name, rng: Random, familiar: list[Any]) -> Any:
    """A new name, which is known from then on; an old one if the maximum number is reached."""
    kind = type(familiar[0]) if familiar else rng.choice(shape.kinds)
    if len(set(familiar)) >= shape.most:
        return rng.choice(familiar)
    familiar.append(rng.choice([each for each in POOLS[kind] if each not in familiar]))
    return familiar[-1]


def changed(shape: Shape, value: Any, rng: Random, known: Known) -> Any:
    """The value with a small change: a number off by one, one field of a record, or one edit of a list."""
    match shape:
        case Number() if rng.random() < 0.5:
            moved = value + rng.choice((-1, 1))
            return moved if moved in shape.bounds else value
        case Product():
            parts = list(shape.parts(value))
            place = rng.randrange(len(parts))
            parts[place] = changed(shape.shapes[place], parts[place], rng, known)
            return shape.make(*parts)
        case Collection():
            return edit(shape, value, rng, known)
    return draw(shape, rng, known)


SET_EDITS = ("remove", "insert known", "insert new", "replace", "change", "exchange parts")
LIST_EDITS = (*SET_EDITS, "repeat next to", "repeat apart", "swap", "swap neighbours", "rotate", "reverse a stretch")


def edit(shape: Collection, values: Any, rng: Random, known: Known) -> Any:
    """The list or set after one edit that changes it without making it too long; unchanged if none is found."""
    before, same = listed(shape, values), flat(shape, values)
    for _ in range(50):
        after = attempt(rng.choice(LIST_EDITS if shape.ordered else SET_EDITS), shape.element, before, rng, known)
        if not shape.ordered:
            after = list(dict.fromkeys(after))
        if len(after) <= shape.longest and flat(shape, after) != same:
            return shape.make(after)
    return values


def attempt(operation: str, element: Shape, before: list[Any], rng: Random, known: Known) -> list[Any]:
    """The elements after the operation, at random places; unchanged if it does not apply."""
    values, count = before[:], len(before)
    gap, end = rng.randint(0, count), rng.randint(0, count)
    familiar = known.setdefault(element, [])
    if operation == "insert known" and familiar:
        values.insert(gap, rng.choice(familiar))
    elif operation == "insert new":
        values.insert(gap, foreign(element, rng, familiar) if isinstance(element, Name) else draw(element, rng, known))
    if not count:
        return values
    place = rng.randrange(count)
    other = rng.randrange(count)
    match operation:
        case "remove":
            del values[place]
        case "replace":
            values[place] = some(element, rng, known)
        case "change":
            values[place] = changed(element, values[place], rng, known)
        case "exchange parts" if isinstance(element, Product):
            one, two = list(element.parts(values[place])), list(element.parts(values[other]))
            field = rng.randrange(len(one))
            one[field], two[field] = two[field], one[field]
            values[place], values[other] = element.make(*one), element.make(*two)
        case "repeat next to":
            values.insert(place, values[place])
        case "repeat apart":
            values.insert(gap, values[place])
        case "swap":
            values[place], values[other] = values[other], values[place]
        case "swap neighbours":
            values[place - 1 : place + 1] = values[place - 1 : place + 1][::-1]
        case "rotate":
            values = values[gap:] + values[:gap]
        case "reverse a stretch":
            start, end = sorted((gap, end))
            values[start:end] = values[start:end][::-1]
    return values


def edited(rng: Random, name: str, pair: Pair, edits: int) -> Pair:
    """The pair after some edits of its output; sometimes one edit changes the input, which stays valid."""
    problem, shape = load(name), shapes(name)
    values = list(pair)
    of_input = rng.randrange(edits) if edits and rng.random() < 0.15 else None
    for step in range(edits):
        known: Known = {}
        for inner, value in zip(shape, values):
            gather(inner, value, known)
        if step == of_input:
            for _ in range(20):
                place = rng.randrange(len(values) - 1)
                after = values[:]
                after[place] = edit(shape[place], values[place], rng, known)
                if after[place] != values[place] and problem.applies(tuple(after)):
                    values = after
                    break
        else:
            values[-1] = edit(shape[-1], values[-1], rng, known)
    return tuple(map(fresh, shape, values))


# Suites and searches


def key(name: str, pair: Pair) -> Any:
    """Equal for pairs that are the same up to the order of unordered lists."""
    return tuple(map(flat, shapes(name), pair))


def near_valid(name: str, count: int, seed: int) -> list[Pair]:
    """`count` distinct pairs: every third is correct, the others are one to three edits away from a correct one."""
    rng = Random(f"near-valid {name} {seed}")
    found: dict[Any, Pair] = {}
    while len(found) < count:
        size = rng.randint(0, rng.randint(1, largest_size(name)))
        edits = rng.randint(1, 3) if len(found) % 3 else 0
        pair = edited(rng, name, valid(rng, name, size), edits)
        found.setdefault(key(name, pair), pair)
    return list(found.values())


def search(name: str, count: int, seed: int) -> Iterator[Pair]:
    """`count` pairs, most of them larger than the study's scope: up to six edits, or an arbitrary output."""
    rng = Random(f"search {name} {seed}")
    smallest, largest = SCOPE_SIZES[name] + 1, largest_size(name)
    for _ in range(count):
        size = rng.randint(smallest, largest) if rng.random() < 0.75 else rng.randint(0, largest)
        pair = valid(rng, name, size)
        if rng.random() < 0.1:
            known: Known = {}
            for shape, value in zip(shapes(name), pair[:-1]):
                gather(shape, value, known)
            pair = (*pair[:-1], draw(shapes(name)[-1], rng, known))
            yield tuple(map(fresh, shapes(name), pair))
        else:
            yield edited(rng, name, pair, rng.randint(0, 6))
