"""Random pairs of a problem, drawn from the annotations of its predicate and from its scope.

`Sampler.draw` returns any pair in the scope, `Sampler.edit` one close to a given pair. Neither knows the preconditions:
`Classifier` determines whether a pair satisfies them, and which subproperties fail on it. `walk` combines both.
Everything is determined by the seed, whatever the hash seed of the interpreter.
"""

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
            return Maybe(self.shape(arguments[0], bound))
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
        return self.named(annotation)

    def annotated(self, annotation: Any, bound: Any) -> Any:
        shape = self.shape(annotation.__origin__, bound)
        return Collection(distinct, shape.element, shape.most) if "unordered" in annotation.__metadata__ else shape

    def named(self, annotation: Any) -> Any:
        """The shape of an integer type, an atom type or a record."""
        name = annotation.__name__
        if isinstance(annotation, typing.NewType):
            return Choice(self.scope[name])
        if issubclass(annotation, Atom):
            kind = self.kind if self.kind in annotation.as_ else annotation.as_[0]
            return Choice([f"{name.lower()}{i}" if kind is str else i for i in range(self.scope[name])])
        fields = typing.get_type_hints(annotation, include_extras=True)
        return Product(
            annotation, {field: self.shape(fields[field], self.scope.get(f"{name}_{field}")) for field in fields}
        )


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
