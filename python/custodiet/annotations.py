"""Annotations for the predicate's parameters.

`Input[T]`, `Output[T]` and `Unordered[T]` are `Annotated[T, ...]`: type checkers see `T`, and
`typing.get_type_hints(is_valid, include_extras=True)` shows the mark.
"""

from typing import Annotated, Any, ClassVar, TypeVar

T = TypeVar("T")
L = TypeVar("L", bound=list[Any])

Input = Annotated[T, "input"]
"""A parameter of the predicate that belongs to the input of a pair."""

Output = Annotated[T, "output"]
"""A parameter of the predicate that belongs to the output of a pair."""

Unordered = Annotated[L, "unordered"]
"""A list whose order and repetitions do not matter: functions receive it in some order, each element once."""


class Atom:
    """Base class of types whose values are just names: only `==`, `!=`, `in` and hashing are meaningful.

        class Vertex(Atom, as_=(int, str)):
            "A name. The handout allows numbers and strings."

    `as_` lists the kinds of values the handout allows: `int`, `str` or both; `str` by default. The class is only an
    annotation. Values of a pair are plain integers or strings.
    """

    as_: ClassVar[tuple[type, ...]] = (str,)

    def __init_subclass__(cls, *, as_: type | tuple[type, ...] = str) -> None:
        kinds = as_ if isinstance(as_, tuple) else (as_,)
        if cls.__bases__ != (Atom,):
            raise TypeError(f"atom `{cls.__name__}` must derive from `Atom` alone")
        if not kinds or any(kind is not int and kind is not str for kind in kinds):
            raise TypeError(f"atom `{cls.__name__}`: `as_` must be `int`, `str` or `(int, str)`, not {as_!r}")
        if len(set(kinds)) < len(kinds):
            raise ValueError(f"atom `{cls.__name__}`: `as_` names a kind twice: {as_!r}")
        cls.as_ = kinds

    def __init__(self, *values: object) -> None:
        raise TypeError(f"`{type(self).__name__}` is only an annotation: write the value itself, such as `1`")
