"""The declarations of a problem file: preconditions, subproperties, groups, scopes and pictures.

The decorators record the function under the module that defines it and return it unchanged. `declared_in(module)`
returns the record; nothing else in the package reads it. Misuse that can be detected without knowing the rest of the
file is an error on import; `custodiet check` reports the rest. Guarded by `tests/test_declarations.py`.
"""

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any, TypeVar, overload

F = TypeVar("F", bound=Callable[..., bool])
Bound = int | range | tuple[int, ...] | tuple[str, int]


@dataclass(frozen=True)
class Precondition:
    """What must hold for the input for the problem to apply."""

    function: Callable[..., bool]
    hint: str | None


@dataclass(frozen=True)
class Subproperty:
    """One named conjunct of correctness, or, if not `required`, one that recognizes a known mistake."""

    function: Callable[..., bool]
    required: bool
    hint: str | None
    instead_of: tuple[str, ...] = ()
    stricter_than: tuple[str, ...] = ()


@dataclass
class Declarations:
    """All declarations of one module, each kind in the order of the file."""

    preconditions: dict[str, Precondition] = field(default_factory=dict)
    subproperties: dict[str, Subproperty] = field(default_factory=dict)
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    scope: dict[str, Bound] | None = None
    large_scope: dict[str, Bound] | None = None
    pictures: dict[str, str] = field(default_factory=dict)


def declared_in(module: ModuleType) -> Declarations:
    """Return what the module declared while it was imported."""
    return _declarations(vars(module))


@overload
def precondition(function: F, /) -> F: ...
@overload
def precondition(*, hint: str | None = None) -> Callable[[F], F]: ...
def precondition(function: Any = None, /, *, hint: str | None = None) -> Any:
    """Declare what must hold for the problem to apply. Use it bare or as `@precondition(hint="...")`."""

    def record(function: F) -> F:
        name, declarations = _named("precondition", function)
        declarations.preconditions[name] = Precondition(function, hint)
        return function

    return _decorator("precondition", function, hint, record)


@overload
def subproperty(function: F, /) -> F: ...
@overload
def subproperty(*, hint: str | None = None) -> Callable[[F], F]: ...
def subproperty(function: Any = None, /, *, hint: str | None = None) -> Any:
    """Declare one conjunct of correctness. Use it bare or as `@subproperty(hint="...")`."""

    def record(function: F) -> F:
        name, declarations = _named("subproperty", function)
        declarations.subproperties[name] = Subproperty(function, True, hint)
        return function

    return _decorator("subproperty", function, hint, record)


@overload
def error_subproperty(function: F, /) -> F: ...
@overload
def error_subproperty(
    *, instead_of: list[str] = ..., stricter_than: list[str] = ..., hint: str | None = None
) -> Callable[[F], F]: ...
def error_subproperty(
    function: Any = None,
    /,
    *,
    instead_of: list[str] | tuple[str, ...] = (),
    stricter_than: list[str] | tuple[str, ...] = (),
    hint: str | None = None,
) -> Any:
    """Declare what people check by mistake: it recognizes a misconception and is not part of correctness.

    `instead_of` names the subproperties it is mistaken for, `stricter_than` those it makes too strict.
    """
    mistaken_for = _names("@error_subproperty", "instead_of", instead_of)
    too_strict_for = _names("@error_subproperty", "stricter_than", stricter_than)

    def record(function: F) -> F:
        name, declarations = _named("error_subproperty", function)
        declarations.subproperties[name] = Subproperty(function, False, hint, mistaken_for, too_strict_for)
        return function

    return _decorator("error_subproperty", function, hint, record)


def group(name: str, members: list[str]) -> None:
    """Give several subproperties a common name: `group("SAME-ELEMENTS", ["no_new", "none_dropped"])`."""
    if not isinstance(name, str) or not name:
        raise TypeError(f"`group`: the name must be a string, not {name!r}")
    names = _names("group", name, members)
    if not names:
        raise ValueError(f"`group`: `{name}` has no members")
    namespace = sys._getframe(1).f_globals
    groups = _declarations(namespace).groups
    if name in groups and "__file__" in namespace:
        raise ValueError(f"`group`: `{name}` is declared twice")
    groups[name] = names


PICTURES = ("graph", "undirected", "tree", "row", "matching", "table", "text")


def draw(**pictures: str) -> None:
    """Choose how reports draw parameters, if not by their types: `draw(edges="graph", order="row")`."""
    if not pictures:
        raise TypeError('`draw` needs at least one parameter, such as `draw(edges="graph")`')
    for name, picture in pictures.items():
        if picture not in PICTURES:
            raise ValueError(f"`draw({name}={picture!r})`: a picture is one of {', '.join(map(repr, PICTURES))}")
    namespace = sys._getframe(1).f_globals
    known = _declarations(namespace).pictures
    for name in pictures:
        if name in known and "__file__" in namespace:
            raise ValueError(f"`draw`: `{name}` is named twice")
    known.update(pictures)


class Scope:
    """Bounds within which claims are exhaustive: `scope(Vertex=5, edges=5)`; `scope.large(...)` for random tests."""

    def __call__(self, **bounds: Bound) -> None:
        """Bound an atom type (how many), an integer type (which range), strings (alphabet, length) or a parameter (how long)."""
        self._declare("scope", bounds, sys._getframe(1).f_globals)

    def large(self, **bounds: Bound) -> None:
        """Set how far random tests may grow: the same names as in `scope(...)`, none with a smaller bound."""
        self._declare("large_scope", bounds, sys._getframe(1).f_globals)

    def _declare(self, which: str, bounds: dict[str, Bound], namespace: dict[str, Any]) -> None:
        call = "scope" if which == "scope" else "scope.large"
        if not bounds:
            raise TypeError(f"`{call}` needs at least one bound, such as `{call}(Vertex=5)`")
        for name, bound in bounds.items():
            _check_bound(call, name, bound)
        declarations = _declarations(namespace)
        if getattr(declarations, which) is not None and "__file__" in namespace:
            raise ValueError(f"`{call}` is declared twice")
        setattr(declarations, which, bounds)
        if declarations.scope is not None and declarations.large_scope is not None:
            _check_larger(declarations.scope, declarations.large_scope)


scope = Scope()


def _check_bound(call: str, name: str, bound: object) -> None:
    where = f"`{call}({name}={bound!r})`"
    if isinstance(bound, range):
        if bound.step != 1:
            raise ValueError(f"{where}: a range cannot have a step")
        if not bound:
            raise ValueError(f"{where}: the range is empty")
        return
    if isinstance(bound, str) or (isinstance(bound, tuple) and bound and isinstance(bound[0], str)):
        _check_text(where, bound)
        return
    lengths: tuple[Any, ...] = bound if isinstance(bound, tuple) else (bound,)
    if not lengths or any(type(length) is not int for length in lengths):
        raise TypeError(f"{where}: a bound must be an integer, a `range` or a tuple of integers")
    if any(length < 0 for length in lengths):
        raise ValueError(f"{where}: a bound cannot be negative")


def _check_text(where: str, bound: object) -> None:
    if not (isinstance(bound, tuple) and len(bound) == 2 and type(bound[1]) is int):
        raise TypeError(f"{where}: strings are bounded by an alphabet and a length, such as `('ab', 3)`")
    alphabet, length = bound
    if not alphabet:
        raise ValueError(f"{where}: the alphabet has no characters")
    if len(set(alphabet)) < len(alphabet):
        raise ValueError(f"{where}: the alphabet has a character twice")
    if length < 0:
        raise ValueError(f"{where}: a bound cannot be negative")


def _check_larger(small: dict[str, Bound], large: dict[str, Bound]) -> None:
    for name, bound in large.items():
        if name not in small:
            raise ValueError(f"`scope.large`: `{name}` has no bound in `scope`")
        if not _contains(bound, small[name]):
            raise ValueError(f"`scope.large({name}={bound!r})` does not contain `scope({name}={small[name]!r})`")


def _contains(large: Bound, small: Bound) -> bool:
    if isinstance(large, int) and isinstance(small, int):
        return small <= large
    if isinstance(large, str) and isinstance(small, str):
        return set(small) <= set(large)
    if isinstance(large, range) and isinstance(small, range):
        return large.start <= small.start and small.stop <= large.stop
    if isinstance(large, tuple) and isinstance(small, tuple):
        return len(large) == len(small) and all(map(_contains, large, small))
    return False


_by_module: dict[str, tuple[dict[str, Any], object, Declarations]] = {}


def _declarations(namespace: dict[str, Any]) -> Declarations:
    # A file that runs again starts with no declarations: a reload has a new spec, anything else a new namespace.
    name, spec = namespace.get("__name__", "__main__"), namespace.get("__spec__")
    known = _by_module.get(name)
    if known is None or known[0] is not namespace or known[1] is not spec:
        known = _by_module[name] = (namespace, spec, Declarations())
    return known[2]


def _decorator(name: str, function: Any, hint: object, record: Callable[[F], F]) -> Any:
    if hint is not None and (not isinstance(hint, str) or not hint):
        raise TypeError(f"`@{name}`: the hint must be a string, not {hint!r}")
    if isinstance(function, str):
        raise TypeError(f"`@{name}`: pass the hint by name, `@{name}(hint={function!r})`")
    return record if function is None else record(function)


def _named(decorator: str, function: object) -> tuple[str, Declarations]:
    if not isinstance(function, FunctionType) or function.__name__ == "<lambda>":
        raise TypeError(f"`@{decorator}` can only decorate a `def`, not {function!r}")
    name, flags = function.__name__, function.__code__.co_flags
    if flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise TypeError(f"`@{decorator}`: `{name}` must return a Boolean, so it cannot `yield` or be `async`")
    if flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        raise TypeError(f"`@{decorator}`: `{name}` must name its parameters, not take `*` or `**`")
    namespace = function.__globals__
    declarations = _declarations(namespace)
    if name in {*declarations.preconditions, *declarations.subproperties} and "__file__" in namespace:
        raise ValueError(f"`@{decorator}`: `{name}` is declared twice")
    return name, declarations


def _names(call: str, what: str, names: object) -> tuple[str, ...]:
    if not isinstance(names, (list, tuple)) or any(not isinstance(name, str) for name in names):
        raise TypeError(f"`{call}`: `{what}` takes a list of quoted names, not {names!r}")
    if len(set(names)) < len(names):
        raise ValueError(f"`{call}`: `{what}` names a subproperty twice: {names!r}")
    return tuple(names)
