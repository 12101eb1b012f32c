"""Random pairs of a problem, drawn from the annotations of its predicate and from its scope.

`Sampler.draw` returns any pair in the scope, `Sampler.edit` one close to a given pair. Neither knows the preconditions:
`Classifier` determines whether a pair satisfies them, and which subproperties fail on it. `walk` combines both.
Everything is determined by the seed, whatever the hash seed of the interpreter.
"""

import enum
import inspect
import random
import types
import typing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from custodiet import Atom
from custodiet.declarations import declared_in

Pair = dict[str, Any]
Bucket = tuple[int, ...]


class Choice:
    """One of finitely many values."""

    def __init__(self, values):
        self.values = values

    def draw(self, rng):
        return rng.choice(self.values)

    def edit(self, rng, value):
        return rng.choice(self.values)


class Maybe:
    """A value or None."""

    def __init__(self, some):
        self.some = some

    def draw(self, rng):
        return None if rng.random() < 0.2 else self.some.draw(rng)

    def edit(self, rng, value):
        return self.draw(rng) if value is None or rng.random() < 0.1 else self.some.edit(rng, value)


class Product:
    """A tuple or record: one value for each field."""

    def __init__(self, build, fields):
        self.build, self.fields = build, fields

    def draw(self, rng):
        return self.build(*(shape.draw(rng) for shape in self.fields.values()))

    def edit(self, rng, value):
        parts = [value[name] if isinstance(name, int) else getattr(value, name) for name in self.fields]
        at = rng.randrange(len(parts))
        parts[at] = list(self.fields.values())[at].edit(rng, parts[at])
        return self.build(*parts)


class Either:
    """A record of one of several classes."""

    def __init__(self, shapes):
        self.shapes = shapes

    def draw(self, rng):
        return rng.choice(self.shapes).draw(rng)

    def edit(self, rng, value):
        same = [shape for shape in self.shapes if shape.build is type(value)]
        return self.draw(rng) if not same or rng.random() < 0.2 else same[0].edit(rng, value)


class TooLarge(Exception):
    """A tree with more nodes than the scope allows."""


class Tree:
    """A value with at most `most` records of the classes in it; others are drawn again."""

    def __init__(self, shape, classes, most):
        self.shape, self.classes, self.most = shape, classes, most

    def draw(self, rng):
        while True:
            try:
                for part in self.classes:
                    part.left = self.most
                return self.shape.draw(rng)
            except TooLarge:
                pass

    def edit(self, rng, value):
        try:
            for part in self.classes:
                part.left = self.most
            edited = self.shape.edit(rng, value)
        except TooLarge:
            return value
        return edited if self.nodes(edited) <= self.most else value

    def nodes(self, value):
        if isinstance(value, (list, tuple)):
            return sum(map(self.nodes, value))
        if type(value) not in [part.build for part in self.classes]:
            return 0
        return 1 + sum(self.nodes(part) for part in vars(value).values())


class Node(Product):
    """A record that may hold records of its own kind."""

    def __init__(self, build, family):
        super().__init__(build, {})
        self.family, self.left = family, 0

    def draw(self, rng):
        for part in self.family:
            part.left -= 1
        if self.left < 0:
            raise TooLarge
        return super().draw(rng)


class Collection:
    """Up to `most` elements, turned into a list, set or dict by `build`."""

    def __init__(self, build, element, most):
        self.build, self.element, self.most = build, element, most

    def draw(self, rng):
        return self.build(self.element.draw(rng) for _ in range(rng.randint(0, self.most)))

    def edit(self, rng, value):
        elements = list(value.items()) if isinstance(value, dict) else list(value)
        if isinstance(value, (set, frozenset)):
            elements.sort(key=in_a_fixed_order)
        at = rng.randrange(len(elements)) if elements else 0
        action = rng.choice(["insert", "remove", "replace", "edit", "swap", "repeat"])
        if action == "insert" or not elements:
            elements.insert(rng.randint(0, len(elements)), self.element.draw(rng))
        elif action == "remove":
            del elements[at]
        elif action == "replace":
            elements[at] = self.element.draw(rng)
        elif action == "edit":
            elements[at] = self.element.edit(rng, elements[at])
        elif action == "swap":
            other = rng.randrange(len(elements))
            elements[at], elements[other] = elements[other], elements[at]
        else:
            elements.insert(rng.randint(0, len(elements)), elements[at])
        return self.build(elements[: self.most])


def in_a_fixed_order(element):
    return repr(sorted(element) if isinstance(element, frozenset) else element)


class Sampler:
    """Random pairs of one problem within its scope; `kind` is how atoms are shown, if the problem allows it."""

    def __init__(self, module: types.ModuleType, seed: int = 0, kind: type = str) -> None:
        self.rng, self.kind = random.Random(seed), kind
        self.scope: dict[str, Any] = dict(declared_in(module).scope or {})
        self.module, self.nodes, self.open = module, {}, False
        # Classes whose records say which one they are.
        self.tagged: set[type] = set()
        hints = typing.get_type_hints(module.is_valid, include_extras=True)
        self.shapes = {name: self.shape(hints[name], self.scope.get(name)) for name in parameters(module.is_valid)}

    def draw(self) -> Pair:
        return {name: shape.draw(self.rng) for name, shape in self.shapes.items()}

    def edit(self, pair: Pair) -> Pair:
        """The pair with a small change to one parameter."""
        name = self.rng.choice(list(pair))
        return {**pair, name: self.shapes[name].edit(self.rng, pair[name])}

    def shape(self, annotation: Any, bound: Any) -> Any:
        """How to draw values of an annotation, within the bound of its parameter or field."""
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if origin is typing.Annotated:
            return self.annotated(annotation, bound)
        if origin in (typing.Union, types.UnionType):
            return self.union(arguments, bound)
        if origin is typing.Literal:
            return Choice(arguments)
        if origin is tuple:
            return Product(as_tuple, {i: self.shape(part, None) for i, part in enumerate(arguments)})
        if origin in (list, set, frozenset, dict):
            most, *inner = bound if isinstance(bound, tuple) else (bound,)
            parts = {i: self.shape(part, tuple(inner)) for i, part in enumerate(arguments)}
            return Collection(origin, Product(as_tuple, parts) if origin is dict else parts[0], most)
        if annotation is bool:
            return Choice([False, True])
        if annotation is int:
            return Choice(bound)
        if annotation is str:
            return text(bound)
        return self.named(annotation)

    def annotated(self, annotation: Any, bound: Any) -> Any:
        shape = self.shape(annotation.__origin__, bound)
        return Collection(distinct, shape.element, shape.most) if "unordered" in annotation.__metadata__ else shape

    def named(self, annotation: Any) -> Any:
        """The shape of an integer type, an atom type or a record."""
        name = annotation.__name__
        if isinstance(annotation, typing.NewType):
            bound = self.scope[name]
            return text(bound) if isinstance(bound, tuple) else Choice(bound)
        if issubclass(annotation, enum.Enum):
            return Choice(annotation)
        if issubclass(annotation, Atom):
            kind = self.kind if self.kind in annotation.as_ else annotation.as_[0]
            return Choice([f"{name.lower()}{i}" if kind is str else i for i in range(self.scope[name])])
        most = self.most_nodes(annotation)
        if most is None:
            return Product(annotation, self.fields(annotation))
        if not self.open:
            return self.tree(annotation, None, most)
        if annotation not in self.nodes:
            self.nodes[annotation] = node = Node(annotation, self.nodes.values())
            node.fields = self.fields(annotation)
        return self.nodes[annotation]

    def fields(self, annotation: Any) -> dict[str, Any]:
        hints = typing.get_type_hints(annotation, include_extras=True)
        bound = lambda field: self.scope.get(f"{annotation.__name__}_{field}")
        return {field: self.shape(hints[field], bound(field)) for field in hints}

    def union(self, arguments: Sequence[Any], bound: Any) -> Any:
        some = [argument for argument in arguments if argument is not type(None)]
        self.tagged |= set(some) if len(some) > 1 else set()
        most = None if self.open else next(filter(None, map(self.most_nodes, some)), None)
        if most is not None:
            return self.tree(typing.Union[tuple(arguments)], bound, most)
        shape = self.shape(some[0], bound) if len(some) == 1 else Either([self.shape(part, bound) for part in some])
        return Maybe(shape) if len(some) < len(arguments) else shape

    def tree(self, annotation: Any, bound: Any, most: int) -> Any:
        self.open, self.nodes = True, {}
        shape = self.shape(annotation, bound)
        self.open = False
        return Tree(shape, list(self.nodes.values()), most)

    def most_nodes(self, annotation: Any) -> int | None:
        """The bound of a record that is a node: under its own name, or under that of a union it belongs to."""
        for name, bound in self.scope.items():
            named = getattr(self.module, name, None)
            is_record = isinstance(annotation, type) and not issubclass(annotation, (Atom, str, int))
            if is_record and isinstance(bound, int) and (named is annotation or annotation in typing.get_args(named)):
                return bound
        return None


def text(bound):
    alphabet, most = bound
    return Collection("".join, Choice(list(alphabet)), most)


def as_tuple(*parts):
    return parts


def distinct(elements):
    return list(dict.fromkeys(elements))


class Classifier:
    """Finds the bucket of a pair of one problem."""

    def __init__(self, module: types.ModuleType) -> None:
        declared = declared_in(module)
        self.preconditions = [(p.function, parameters(p.function)) for p in declared.preconditions.values()]
        self.subproperties = [(s.function, parameters(s.function)) for s in declared.subproperties.values()]
        self.required = frozenset(i for i, s in enumerate(declared.subproperties.values(), 1) if s.required)

    def applies(self, pair: Pair) -> bool:
        return all(function(*[pair[name] for name in names]) for function, names in self.preconditions)

    def bucket(self, pair: Pair) -> Bucket:
        """The numbers, from 1, of the subproperties that fail."""
        numbered = enumerate(self.subproperties, 1)
        return tuple(i for i, (function, names) in numbered if not function(*[pair[name] for name in names]))

    def correct(self, bucket: Bucket) -> bool:
        return self.required.isdisjoint(bucket)


def parameters(function: Callable[..., bool]) -> list[str]:
    return list(inspect.signature(function).parameters)


def walk(
    module: types.ModuleType, steps: int, seed: int = 0, starts: Sequence[Pair] = ()
) -> Iterator[tuple[Pair, Bucket]]:
    """Valid pairs, each with its bucket, found by editing pairs of rare buckets."""
    sampler, classifier = Sampler(module, seed), Classifier(module)
    rng = sampler.rng
    pools: dict[Bucket, list[Pair]] = {}
    visits: Counter[Bucket] = Counter()
    for step in range(steps):
        if step < len(starts):
            pair = starts[step]
        elif not pools or rng.random() < 0.05:
            pair = sampler.draw()
        else:
            rare = min(rng.sample(list(pools), min(3, len(pools))), key=visits.__getitem__)
            pair = rng.choice(pools[rare])
            for _ in range(rng.choice((1, 1, 2, 3))):
                pair = sampler.edit(pair)
        if not classifier.applies(pair):
            continue
        bucket = classifier.bucket(pair)
        visits[bucket] += 1
        pool = pools.setdefault(bucket, [])
        if len(pool) < 16:
            pool.append(pair)
        else:
            pool[rng.randrange(16)] = pair
        yield pair, bucket
