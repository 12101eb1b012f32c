"""The truth about a problem file, by enumerating all pairs of its scope under CPython. Shares no code with the tool.

`Truth(source)` imports the file and evaluates every function on every pair, in all orders of all unordered collections
(`orders.py`). What follows from the answers is in `lattice.py`.
"""

import ast
import inspect
import itertools
import math
import typing

from custodiet.declarations import declared_in

from kinds import Entries, Gathered, Leaf, Many, Maybe, Name, Shuffled, kind_of
from orders import load, outcomes


class TooLarge(Exception):
    """The scope has more pairs than asked for."""


class Function:
    """A precondition, a subproperty or the reference predicate."""

    def __init__(self, name, function, names, required=True):
        self.name, self.function, self.required = name, function, required
        self.params = [names.index(param) for param in inspect.signature(function).parameters]


class Truth:
    """Everything there is to know about the pairs of a scope."""

    def __init__(self, source, most_pairs=20_000, large=False):
        self.source, self.module = source, load(source)
        declared = declared_in(self.module)
        self.scope = {**declared.scope, **(declared.large_scope if large else {})}
        self.predicate = _predicate(self.module)
        hints = typing.get_type_hints(self.predicate, include_extras=True)
        hints.pop("return", None)
        self.names = list(hints)
        self.is_input = ["input" in hint.__metadata__ for hint in hints.values()]
        self.kinds = [kind_of(hint, self.scope.get(name), self.scope) for name, hint in hints.items()]
        self.has_large = declared.large_scope is not None
        self.preconditions = [Function(n, p.function, self.names) for n, p in declared.preconditions.items()]
        self.subproperties = [
            Function(n, p.function, self.names, p.required) for n, p in declared.subproperties.items()
        ]
        reference = Function(self.predicate.__name__, self.predicate, self.names)
        self.reference = None if _is_only_declared(source, self.predicate) else reference
        self.required = sum(1 << i for i, sub in enumerate(self.subproperties) if sub.required)
        self.sampled = False  # whether some orders were only sampled
        self.runs = 0
        if math.prod(kind.count() for kind in self.kinds) > most_pairs:
            raise TooLarge
        self.values = [kind.values() for kind in self.kinds]
        self.pair_count = math.prod(map(len, self.values))
        self._known, self._smallest, self._outputs = {}, {}, None
        self._classify_all()

    @property
    def functions(self):
        return [*self.preconditions, *self.subproperties, *([self.reference] if self.reference else [])]

    def answers(self, function, pair, free=True):
        """The answers of a function for a pair: `True`, `False` or the name of an exception, in all orders.

        With `free` false, unordered lists come in the order of the pair, and only sets are free.
        """
        arguments = tuple(pair[i] for i in function.params)
        key = (function.name, arguments, free)
        found = self._known.get(key)
        if found is None:
            kinds = [self.kinds[i] for i in function.params]
            make = lambda: [kind.build(value, free) for kind, value in zip(kinds, arguments)]
            found, complete = outcomes(function.function, make)
            self.sampled |= not complete
            self._known[key] = found = frozenset(found)
        return found

    def place(self, pair, free=True):
        """Where a pair belongs: `("bucket", mask)`, `("invalid", name)`, `("raises", name, exception)`,
        or `("depends", name)` if the answer of that function depends on an order."""
        for function in self.preconditions:
            (answer, *more) = self.answers(function, pair, free)
            if more:
                return "depends", function.name
            if answer is not True:
                return ("raises", function.name, answer) if answer else ("invalid", function.name)
        mask, trouble = 0, None
        for position, function in enumerate(self.subproperties):
            (answer, *more) = self.answers(function, pair, free)
            if more:
                return "depends", function.name
            if answer is False:
                mask |= 1 << position
            elif answer is not True and trouble is None:
                trouble = ("raises", function.name, answer)
        return trouble or ("bucket", mask)

    def _classify_all(self):
        """Places every pair; finds what raises, what depends on an order, and where the reference differs."""
        self.buckets, self.raising, self.differences = {}, {}, []
        self.dependent, self.perhaps_dependent = set(), set()
        for pair in itertools.product(*self.values):
            self._classify(pair)

    def _classify(self, pair):
        certain = True
        for function in self.preconditions:
            found = self.answers(function, pair)
            if len(found) > 1:
                (self.dependent if certain else self.perhaps_dependent).add(function.name)
                certain = False
                if True not in found:
                    return
                continue
            (answer,) = found
            if answer is not True:
                if answer and certain:
                    self.raising.setdefault((function.name, answer), []).append(pair)
                return
        mask, whole = 0, certain
        for position, function in enumerate(self.subproperties):
            if function.name in self.dependent:
                whole = False
                continue
            found = self.answers(function, pair)
            if len(found) > 1:
                (self.dependent if certain else self.perhaps_dependent).add(function.name)
                whole = False
                continue
            (answer,) = found
            if answer is False:
                mask |= 1 << position
            elif answer is not True:
                whole = False
                if certain:
                    self.raising.setdefault((function.name, answer), []).append(pair)
        if whole:
            self.buckets.setdefault(mask, []).append(pair)
        if self.reference and self.reference.name not in self.dependent:
            found = self.answers(self.reference, pair)
            if len(found) > 1:
                (self.dependent if certain else self.perhaps_dependent).add(self.reference.name)
                return
            (answer,) = found
            if answer not in (True, False):
                if certain:
                    self.raising.setdefault((self.reference.name, answer), []).append(pair)
            elif whole and answer != (mask & self.required == 0):
                self.differences.append(pair)

    def valid_pairs(self):
        """The pairs for which all preconditions hold."""
        valid = lambda pair: all(self.answers(function, pair) == {True} for function in self.preconditions)
        return [pair for pair in itertools.product(*self.values) if valid(pair)]

    def dependent_if_large(self):
        """The functions that depend on an order in the large scope; `None` if it has too many pairs."""
        if not self.has_large:
            return self.dependent | self.perhaps_dependent
        try:
            large = Truth(self.source, large=True)
        except TooLarge:
            return None
        return None if large.sampled else large.dependent | large.perhaps_dependent

    def smallest_of(self, bucket):
        if bucket not in self._smallest:
            self._smallest[bucket] = self.smallest(self.buckets[bucket])
        return self._smallest[bucket]

    def correct_outputs(self, pair):
        """The outputs of the scope that are correct for the input of this pair; equal ones count once.
        `None` if some function raises for one of them: whether that output is correct is not defined."""
        if self._outputs is None:
            self._outputs = {}
            positive = [p for bucket, pairs in self.buckets.items() if not bucket & self.required for p in pairs]
            for other in positive:
                given, output = self._sides(other)
                self._outputs.setdefault(given, set()).add(output)
            for other in (p for pairs in self.raising.values() for p in pairs):
                self._outputs[self._sides(other)[0]] = None
        return self._outputs.get(self._sides(pair)[0], set())

    def _sides(self, pair):
        sides = {True: [], False: []}
        for kind, is_input, value in zip(self.kinds, self.is_input, pair):
            sides[is_input].append(_entries_sorted(kind, value, is_input))
        return repr(sides[True]), repr(sides[False])

    # Pairs as data.

    def read(self, data):
        """A pair as it is written in files."""
        atoms, sides = {}, (data["output"], data["input"])
        return tuple(kind.read(sides[i][name], atoms) for name, i, kind in zip(self.names, self.is_input, self.kinds))

    def write(self, pair):
        data = {"input": {}, "output": {}}
        for name, is_input, kind, value in zip(self.names, self.is_input, self.kinds, pair):
            data["input" if is_input else "output"][name] = kind.write(value)
        return data

    def in_scope(self, pair):
        for kind, value in zip(self.kinds, pair):
            if not kind.contains(value):
                return False
        if any(len(set(repeated)) < len(repeated) for repeated in self._distinct_parts(pair)):
            return False
        atoms = self.atoms(pair)
        return all(sum(atom[0] == name for atom in atoms) <= self.scope[name] for name in {a[0] for a in atoms})

    def _distinct_parts(self, pair):
        for kind, value in self._inside(pair):
            if isinstance(kind, (Shuffled, Gathered)):
                yield kind.sorted(value)
            elif isinstance(kind, Entries):
                yield [entry[0] for entry in value]

    def _inside(self, pair):
        waiting = list(zip(self.kinds, pair))
        while waiting:
            kind, value = waiting.pop()
            yield kind, value
            waiting.extend(kind.parts(value))

    def atoms(self, pair):
        return {value for kind, value in self._inside(pair) if isinstance(kind, Name)}

    def arrange(self, pair):
        """The pair with its unordered collections sorted."""
        return tuple(kind.sorted(value) for kind, value in zip(self.kinds, pair))

    def shuffled(self, pair, rng):
        """The pair with its unordered collections in a random order."""
        return tuple(_shuffled(kind, value, rng) for kind, value in zip(self.kinds, pair))

    def canonical(self, pair):
        """The same for pairs that differ only in names, in the order of unordered collections, and in the order of
        entries in dicts of the output. `None` if there are too many names."""
        by_type = {}
        for atom in sorted(self.atoms(pair)):
            by_type.setdefault(atom[0], []).append(atom)
        if math.prod(math.factorial(len(atoms)) for atoms in by_type.values()) > 720:
            return None
        best = None
        for numbers in itertools.product(*(itertools.permutations(range(len(a))) for a in by_type.values())):
            renaming = dict(zip(itertools.chain(*by_type.values()), itertools.chain(*numbers)))
            form = []
            for kind, is_input, value in zip(self.kinds, self.is_input, pair):
                form.append(repr(_entries_sorted(kind, kind.renamed(value, renaming), is_input)))
            if best is None or form < best:
                best = form
        return tuple(best)

    def size(self, pair):
        """Elements, elements of the input, distinct atoms, and the sum of absolute numbers."""
        elements = inputs = total = 0
        for kind, value, is_input in zip(self.kinds, pair, self.is_input):
            waiting = [(kind, value)]
            while waiting:
                kind, value = waiting.pop()
                if isinstance(kind, Many):
                    elements += len(value)
                    inputs += len(value) if is_input else 0
                elif isinstance(kind, Leaf) and type(value) is int:
                    total += abs(value)
                waiting.extend(kind.parts(value))
        return elements, inputs, len(self.atoms(pair)), total

    def position(self, pair):
        """What comes after the size in the size order: the pair with its atoms numbered by first occurrence, those of
        the output first. `None` if two or more atoms of a type occur only in unordered collections: which of them comes
        first is not documented."""
        numbers, elsewhere = {}, set()
        for side in (False, True):
            for kind, value, is_input in zip(self.kinds, pair, self.is_input):
                if is_input is side:
                    _number(kind, value, numbers, elsewhere)
        for atom in elsewhere - set(numbers):
            if any(other != atom and other[0] == atom[0] for other in elsewhere - set(numbers)):
                return None
            numbers[atom] = sum(other[0] == atom[0] for other in numbers)
        return tuple(kind.key(kind.renamed(value, numbers)) for kind, value in zip(self.kinds, pair))

    def smallest(self, pairs):
        """The smallest size among these pairs, and the pairs of that size."""
        sizes = [self.size(pair) for pair in pairs]
        least = min(sizes)
        return least, [pair for pair, size in zip(pairs, sizes) if size == least]


def _number(kind, value, numbers, elsewhere):
    """Numbers the atoms by first occurrence; collects those of unordered collections."""
    waiting = [(kind, value, True)]
    while waiting:
        kind, value, ordered = waiting.pop()
        if isinstance(kind, Name):
            if not ordered:
                elsewhere.add(value)
            elif value not in numbers:
                numbers[value] = sum(other[0] == value[0] for other in numbers)
        ordered = ordered and not isinstance(kind, (Shuffled, Gathered))
        waiting.extend((*part, ordered) for part in reversed(kind.parts(value)))


def _entries_sorted(kind, value, is_input):
    """The value with everything sorted whose order does not make a different value."""
    if isinstance(kind, Leaf) or value is None:
        return value
    parts = [_entries_sorted(part_kind, part, is_input) for part_kind, part in kind.parts(value)]
    unordered = isinstance(kind, (Shuffled, Gathered)) or (isinstance(kind, Entries) and not is_input)
    return sorted(parts, key=repr) if unordered else parts


def _shuffled(kind, value, rng):
    if isinstance(kind, Leaf) or value is None:
        return value
    if isinstance(kind, Maybe):
        return _shuffled(kind.some, value, rng)
    parts = [_shuffled(part_kind, part, rng) for part_kind, part in kind.parts(value)]
    if isinstance(kind, (Shuffled, Gathered)):
        rng.shuffle(parts)
    return tuple(parts)


def _predicate(module):
    for value in vars(module).values():
        if inspect.isfunction(value) and value.__module__ == module.__name__:
            marks = [getattr(hint, "__metadata__", ()) for hint in inspect.get_annotations(value).values()]
            if any("input" in mark for mark in marks):
                return value
    raise ValueError("no predicate")


def _is_only_declared(source, predicate):
    """Whether the body of the predicate is `...`."""
    nodes = ast.walk(ast.parse(source))
    body = next(n.body for n in nodes if isinstance(n, ast.FunctionDef) and n.name == predicate.__name__)
    return all(isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant) for n in body)
