"""Pairs as Python literals, for storage in files: `dump` writes one, `parse` reads it back.

The text of a pair is what a person would type: `([Person(name='a', age=1)], {1, 2})`. It does not depend on the hash
seed: the elements of sets are sorted. Parsing uses the syntax tree; nothing in the text is executed except the
constructors of the problem's own records.
"""

import ast
import dataclasses
from types import ModuleType, NoneType
from typing import Any

from problem import Pair, Problem, load

PLAIN = (NoneType, bool, int, str)


def dump(problem: Problem | str, pair: Pair) -> str:
    """The pair of a problem (or of the problem with this name) as text."""
    params = _loaded(problem).params
    if type(pair) is not tuple or len(pair) != len(params):
        raise TypeError(f"not a pair ({', '.join(params)}): {pair!r}")
    return _write(pair)


def parse(problem: Problem | str, text: str) -> Pair:
    """The pair that `dump` wrote. Raises `ValueError` if the text is anything else."""
    problem = _loaded(problem)
    try:
        pair = _read(ast.parse(text.strip(), mode="eval").body, problem.module)
    except (SyntaxError, TypeError) as error:
        raise ValueError(f"not a pair of {problem.name}: {error}") from error
    if type(pair) is not tuple or len(pair) != len(problem.params):
        raise ValueError(f"not a pair ({', '.join(problem.params)}): {text}")
    return pair


def _loaded(problem: Problem | str) -> Problem:
    return load(problem) if isinstance(problem, str) else problem


def _write(value: Any) -> str:
    kind = type(value)
    if kind in PLAIN:
        return repr(value)
    if kind is list:
        return f"[{_write_all(value)}]"
    if kind is tuple:
        return f"({_write_all(value)},)" if len(value) == 1 else f"({_write_all(value)})"
    if kind is dict:
        return "{" + ", ".join(f"{_write(key)}: {_write(item)}" for key, item in value.items()) + "}"
    if kind in (set, frozenset):
        inside = "{" + _write_all(sorted(value, key=_rank)) + "}" if value else ""
        return f"frozenset({inside})" if kind is frozenset else inside or "set()"
    if fields := _fields(kind):
        return f"{kind.__name__}({', '.join(f'{name}={_write(getattr(value, name))}' for name in fields)})"
    raise TypeError(f"cannot be written as a literal: {value!r}")


def _write_all(values: Any) -> str:
    return ", ".join(map(_write, values))


def _rank(value: Any) -> tuple[bool, int, str]:
    """Sort key of a value in a set: integers first, by size, then the rest by their text."""
    return (True, 0, _write(value)) if type(value) is not int else (False, value, "")


def _fields(kind: type) -> tuple[str, ...]:
    """The fields of a record class; none if it is not a record."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return kind._fields if issubclass(kind, tuple) and hasattr(kind, "_fields") else ()


def _read(node: ast.expr, module: ModuleType) -> Any:
    read = lambda part: _read(part, module)
    match node:
        case ast.Constant(value=value) if type(value) in PLAIN:
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if type(value) is int:
            return -value
        case ast.List(elts=parts):
            return [read(part) for part in parts]
        case ast.Tuple(elts=parts):
            return tuple(read(part) for part in parts)
        case ast.Set(elts=parts):
            return {read(part) for part in parts}
        case ast.Dict(keys=keys, values=parts) if None not in keys:
            return {read(key): read(part) for key, part in zip(keys, parts)}
        case ast.Call(func=ast.Name(id="set"), args=[], keywords=[]):
            return set()
        case ast.Call(func=ast.Name(id="frozenset"), args=[] | [ast.Set()] as args, keywords=[]):
            return frozenset(*map(read, args))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            kind = getattr(module, name, None)
            if not (isinstance(kind, type) and kind.__module__ == module.__name__ and _fields(kind)):
                raise ValueError(f"not a record of {module.__name__}: {name}")
            return kind(*map(read, args), **{keyword.arg or "**": read(keyword.value) for keyword in keywords})
    raise ValueError(f"not a literal: {ast.unparse(node)}")
