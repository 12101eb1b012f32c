"""Systematic mutants of correct predicates.

A predicate file is parsed, and each operator of `OPERATORS` is applied wherever possible. A second-order mutant
has two changes at two places. Mutants that compile to the same code as the original or another mutant are dropped.
Nothing here depends on the order of sets: the same source, count and seed give the same mutants.
"""

import ast
import itertools
import math
import random
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType

from mutation.table import OPERATORS
from mutation.tree import Replacement, is_docstring, rebuilt, sites

__all__ = ["OPERATORS", "Mutant", "family", "first_order", "second_order"]

FIRST_ORDER_SHARE = (2, 3)  # at most this share of a family has a single change
LARGEST_SHARE = 0.1  # of a family with a single change by the same operator, if there are enough others
ALONE = {"answer missing", "not a Boolean"}  # operators that would mask a second change
MOST_EDITS = 600  # from which pairs are drawn


@dataclass(frozen=True)
class Mutant:
    """A changed predicate: the change, its line in the original (the first of two), and the result."""

    operator: str
    line: int
    source: str


@dataclass(frozen=True, eq=False)
class _Edit:
    """One change: the node that is replaced and its replacement."""

    operator: str
    line: int
    node: ast.AST
    new: Replacement


def first_order(source: str) -> list[Mutant]:
    """All distinct mutants with one change, in the order of the operators and then of the text."""
    module = ast.parse(source)
    return [mutant for _, mutant in _distinct(module, ((edit,) for edit in _edits(module)), {_code(module)})]


def second_order(source: str, count: int, seed: int) -> list[Mutant]:
    """At most `count` distinct mutants with two changes at two places, none equal to a first-order mutant."""
    module = ast.parse(source)
    seen = {_code(module)}
    singles = [edit for (edit,), _ in _distinct(module, ((edit,) for edit in _edits(module)), seen)]
    return _pairs(module, singles, count, seed, seen)


def family(source: str, count: int, seed: int) -> list[Mutant]:
    """At most `count` distinct mutants: the first-order ones or a sample of them, then some second-order ones."""
    module = ast.parse(source)
    seen = {_code(module)}
    singles = list(_distinct(module, ((edit,) for edit in _edits(module)), seen))
    most = count * FIRST_ORDER_SHARE[0] // FIRST_ORDER_SHARE[1]
    chosen = _sample([mutant for _, mutant in singles], most, seed, math.ceil(LARGEST_SHARE * count))
    chosen += _pairs(module, [edit for (edit,), _ in singles], count - len(chosen), seed, seen)
    taken = set(chosen)
    rest = [mutant for _, mutant in singles if mutant not in taken]
    return chosen + _sample(rest, count - len(chosen), seed, len(rest))


def _edits(module: ast.Module) -> Iterator[_Edit]:
    """All changes that the operators propose, operator by operator."""
    places = sites(module)
    for operator in OPERATORS.values():
        for site in places:
            if isinstance(site.node, operator.nodes):
                for new in operator.rewrite(site):
                    yield _Edit(operator.name, site.line, site.node, new)


def _distinct(
    module: ast.Module, changes: Iterable[tuple[_Edit, ...]], seen: set[object]
) -> Iterator[tuple[tuple[_Edit, ...], Mutant]]:
    """The changes that compile to code not seen before, each with its mutant; marks them as seen."""
    for edits in changes:
        source = ast.unparse(rebuilt(module, {edit.node: edit.new for edit in edits}))
        try:
            code = _code(ast.parse(source))
        except (SyntaxError, ValueError, RecursionError):
            continue
        if code not in seen:
            seen.add(code)
            yield edits, Mutant(" + ".join(edit.operator for edit in edits), edits[0].line, source)


def _pairs(module: ast.Module, edits: list[_Edit], count: int, seed: int, seen: set[object]) -> list[Mutant]:
    """Mutants with two changes. An operator that proposes sixteen times as many changes is drawn twice as often."""
    rng = random.Random(f"pairs {seed}")
    edits = [edit for edit in edits if edit.operator not in ALONE]
    sizes = {name: size**0.75 for name, size in _sizes(edit.operator for edit in edits).items()}
    # Exponential draws, sorted, give a weighted order without replacement.
    if len(edits) > MOST_EDITS:
        drawn = sorted((rng.expovariate(1 / sizes[edit.operator]), i) for i, edit in enumerate(edits))[:MOST_EDITS]
        edits = [edits[i] for _, i in sorted(drawn, key=lambda each: each[1])]
    order = sorted(
        (-math.log(1 - rng.random()) * sizes[edits[i].operator] * sizes[edits[j].operator], i, j)
        for i, j in itertools.combinations(range(len(edits)), 2)
        if edits[i].node is not edits[j].node
    )
    found = _distinct(module, ((edits[i], edits[j]) for _, i, j in order), seen)
    return [mutant for _, mutant in itertools.islice(found, count)]


def _sample(mutants: list[Mutant], count: int, seed: int, most: int) -> list[Mutant]:
    """At most `count` of the mutants, in order: some of each operator, in proportion, at most `most` of any."""
    rng = random.Random(f"sample {seed}")
    sizes = _sizes(mutant.operator for mutant in mutants)
    names = list(sizes)
    rng.shuffle(names)
    quotas = dict.fromkeys(names, 0)
    for _ in range(count):
        open_ = [name for name in names if quotas[name] < min(sizes[name], most)]
        if not open_:
            break
        # Each slot goes to the operator that is furthest behind; operators without a mutant come first.
        name = max(open_, key=lambda name: sizes[name] / quotas[name] if quotas[name] else math.inf)
        quotas[name] += 1
    chosen: set[int] = set()
    for name in names:
        places = [i for i, mutant in enumerate(mutants) if mutant.operator == name]
        chosen.update(rng.sample(places, quotas[name]))
    return [mutants[i] for i in sorted(chosen)]


def _sizes(operators: Iterable[str]) -> dict[str, int]:
    """How often each operator occurs, in the order of first occurrence."""
    sizes: dict[str, int] = {}
    for operator in operators:
        sizes[operator] = sizes.get(operator, 0) + 1
    return sizes


def _code(module: ast.Module) -> object:
    """What a file compiles to, without docstrings and line numbers: equal for files with the same steps."""
    bare = ast.parse(ast.unparse(module))
    for node in ast.walk(bare):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and node.body and is_docstring(node.body[0]):
            node.body = node.body[1:] or [ast.Pass()]
    ast.fix_missing_locations(bare)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _steps(compile(bare, "predicate", "exec"))


def _steps(code: CodeType) -> object:
    """The parts of a code object that determine its behavior."""
    return (
        code.co_name, code.co_argcount, code.co_code, code.co_names, code.co_varnames, code.co_freevars,
        code.co_cellvars, code.co_exceptiontable, tuple(map(_constant, code.co_consts)),
    )


def _constant(value: object) -> object:
    """A constant together with its type, since 1 and True are equal."""
    if isinstance(value, CodeType):
        return _steps(value)
    if isinstance(value, tuple | frozenset):
        return type(value).__name__, (tuple if isinstance(value, tuple) else frozenset)(map(_constant, value))
    return type(value).__name__, repr(value)
