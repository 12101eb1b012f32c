"""The types of parameters: which values a scope contains, how they are built, read, written and compared.

A value is held as plain data: numbers, Booleans, texts and `None` as they are, an atom as `(type, number)`, everything
else as a tuple of its parts. Unordered collections are in the order of `values`, or in the order of the file from which
they were read. `build` makes the Python object.
"""

import enum
import itertools
import math
import typing
import types

from custodiet import Atom

from orders import ORDERS, FreeFrozenset, FreeSet


class Leaf:
    """A number, a Boolean or a literal: one of the listed values."""

    def __init__(self, listed, literal=False):
        self.listed, self.literal = list(listed), literal

    def count(self):
        return len(self.listed)

    def values(self):
        return self.listed

    def build(self, value, free):
        return value

    def read(self, data, atoms):
        return data

    def write(self, value):
        return value

    def contains(self, value):
        return any(value == listed and type(value) is type(listed) for listed in self.listed)

    def parts(self, value):
        return ()

    def sorted(self, value):
        return value

    def renamed(self, value, numbers):
        return value

    def key(self, value):
        return self.listed.index(value) if self.literal else value

    def raw_key(self, value):
        return (isinstance(value, str), value)


class Member(Leaf):
    """A member of an enumeration, held as its name."""

    def __init__(self, enumeration):
        super().__init__(enumeration.__members__, literal=True)
        self.enumeration = enumeration

    def build(self, value, free):
        return self.enumeration[value]


class Name(Leaf):
    """An atom."""

    def __init__(self, name, most):
        self.name, self.most = name, most
        self.listed, self.literal = [(name, i) for i in range(most)], False

    def build(self, value, free):
        return f"{self.name.lower()}{value[1]}"

    def read(self, data, atoms):
        known = atoms.setdefault(self.name, {})
        return (self.name, known.setdefault(data, len(known)))

    def write(self, value):
        return f"{self.name.lower()}{value[1]}"

    def contains(self, value):
        return True  # counted over the whole pair

    def renamed(self, value, numbers):
        return (self.name, numbers.get(value, value[1]))

    def key(self, value):
        return value[1]

    def raw_key(self, value):
        return (False, value[1])


class Maybe:
    """`None` or a value."""

    def __init__(self, some):
        self.some = some

    def count(self):
        return 1 + self.some.count()

    def values(self):
        return [None, *self.some.values()]

    def parts(self, value):
        return () if value is None else ((self.some, value),)

    def contains(self, value):
        return value is None or self.some.contains(value)

    def key(self, value):
        return (0,) if value is None else (1, self.some.key(value))

    def raw_key(self, value):
        return (0,) if value is None else (1, self.some.raw_key(value))

    def read(self, data, atoms):
        return None if data is None else self.some.read(data, atoms)

    def __getattr__(self, name):
        if name not in ("build", "write", "sorted", "renamed"):
            raise AttributeError(name)
        inner = getattr(self.some, name)
        return lambda value, *rest: None if value is None else inner(value, *rest)


class Parts:
    """A tuple or a record."""

    def __init__(self, kinds, make=None, fields=None):
        self.kinds, self.make, self.fields = kinds, make, fields

    def count(self):
        return math.prod(kind.count() for kind in self.kinds)

    def values(self):
        return list(itertools.product(*(kind.values() for kind in self.kinds)))

    def parts(self, value):
        return tuple(zip(self.kinds, value))

    def contains(self, value):
        return all(kind.contains(part) for kind, part in zip(self.kinds, value))

    def build(self, value, free):
        built = tuple(kind.build(part, free) for kind, part in zip(self.kinds, value))
        return self.make(*built) if self.make else built

    def read(self, data, atoms):
        items = [data[field] for field in self.fields] if self.fields else data
        return tuple(kind.read(item, atoms) for kind, item in zip(self.kinds, items))

    def write(self, value):
        items = [kind.write(part) for kind, part in zip(self.kinds, value)]
        return dict(zip(self.fields, items)) if self.fields else items

    def sorted(self, value):
        return tuple(kind.sorted(part) for kind, part in zip(self.kinds, value))

    def renamed(self, value, numbers):
        return tuple(kind.renamed(part, numbers) for kind, part in zip(self.kinds, value))

    def key(self, value):
        return tuple(kind.key(part) for kind, part in zip(self.kinds, value))

    def raw_key(self, value):
        return tuple(kind.raw_key(part) for kind, part in zip(self.kinds, value))


class Many:
    """A list, a set, an `Unordered` list, or the entries of a dict."""

    is_unordered = False

    def __init__(self, element, most):
        self.element, self.most = element, most

    def count(self):
        return sum(self.of_length(length) for length in range(self.most + 1))

    def parts(self, value):
        return tuple((self.element, part) for part in value)

    def contains(self, value):
        return len(value) <= self.most and all(map(self.element.contains, value))

    def read(self, data, atoms):
        return tuple(self.element.read(item, atoms) for item in self.items(data))

    def items(self, data):
        return data

    def write(self, value):
        return [self.element.write(part) for part in value]

    def sorted(self, value):
        parts = [self.element.sorted(part) for part in value]
        return tuple(sorted(parts, key=self.element.raw_key) if self.is_unordered else parts)

    def renamed(self, value, numbers):
        return tuple(self.element.renamed(part, numbers) for part in value)

    def key(self, value):
        if not self.is_unordered:
            return tuple(map(self.element.key, value))
        # Of two sets, the one that contains the first element in which they differ comes first.
        return (*((0, key) for key in sorted(map(self.element.raw_key, value))), (1,))

    def raw_key(self, value):
        keys = map(self.element.raw_key, value)
        return tuple(sorted(keys) if self.is_unordered else keys)


class Listed(Many):
    def of_length(self, length):
        return self.element.count() ** length

    def values(self):
        elements = self.element.values()
        return [value for n in range(self.most + 1) for value in itertools.product(elements, repeat=n)]

    def build(self, value, free):
        return [self.element.build(part, free) for part in value]


class Subset(Many):
    """What sets and unordered lists have in common."""

    is_unordered = True

    def of_length(self, length):
        return math.comb(self.element.count(), length)

    def values(self):
        elements = self.element.values()
        return [value for n in range(self.most + 1) for value in itertools.combinations(elements, n)]


class Shuffled(Subset):
    """An `Unordered` list."""

    def build(self, value, free):
        built = [self.element.build(part, free) for part in value]
        return ORDERS.arrange(built) if free else built


class Gathered(Subset):
    """A set or frozenset."""

    def __init__(self, element, most, make):
        super().__init__(element, most)
        self.make = make

    def build(self, value, free):
        return self.make([self.element.build(part, free) for part in value])

    def items(self, data):
        return data["set"]

    def write(self, value):
        return {"set": super().write(value)}


class Entries(Many):
    """A dict; the order of its entries matters."""

    def of_length(self, length):
        return math.perm(self.element.kinds[0].count(), length) * self.element.kinds[1].count() ** length

    def values(self):
        keys, values = (kind.values() for kind in self.element.kinds)
        return [
            tuple(zip(chosen, of_keys))
            for n in range(self.most + 1)
            for chosen in itertools.permutations(keys, n)
            for of_keys in itertools.product(values, repeat=n)
        ]

    def build(self, value, free):
        return dict(self.element.build(part, free) for part in value)

    def items(self, data):
        return data["dict"]

    def write(self, value):
        return {"dict": super().write(value)}


def kind_of(annotation, bound, scope):
    """The kind of an annotation, within the bound of its parameter or field."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        inner = kind_of(arguments[0], bound, scope)
        return Shuffled(inner.element, inner.most) if "unordered" in arguments[1:] else inner
    if origin in (typing.Union, types.UnionType):
        return Maybe(kind_of(arguments[0], bound, scope))
    if origin is typing.Literal:
        return Leaf(arguments, literal=True)
    if origin is tuple:
        return Parts([kind_of(part, bound, scope) for part in arguments])
    if origin in (list, FreeSet, FreeFrozenset, dict):
        most, *rest = bound if isinstance(bound, tuple) else (bound,)
        inner = [kind_of(part, tuple(rest), scope) for part in arguments]
        if origin is dict:
            return Entries(Parts(inner), most)
        return Listed(inner[0], most) if origin is list else Gathered(inner[0], most, origin)
    if annotation is bool:
        return Leaf([False, True])
    if annotation is int:
        return Leaf(bound)
    if isinstance(annotation, typing.NewType):
        return Leaf(scope[annotation.__name__])
    if issubclass(annotation, enum.Enum):
        return Member(annotation)
    if issubclass(annotation, Atom):
        return Name(annotation.__name__, scope[annotation.__name__])
    hints = typing.get_type_hints(annotation, include_extras=True)
    kinds = [kind_of(hint, scope.get(f"{annotation.__name__}_{field}"), scope) for field, hint in hints.items()]
    return Parts(kinds, annotation, list(hints))
