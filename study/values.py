"""Values of pairs, read from JSON by the types of the predicate's parameters.

The notation is described in `docs/pairs.md`. `decode` turns it into what a predicate receives: lists, sets, tuples, records of
the problem file, and atoms as the integers or strings with which they are written.
"""

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NewType, Union

import problem as _problem  # noqa: F401  (puts the package `custodiet` on the path)

from custodiet.annotations import Atom

Name = int | str
"""How an atom is written."""

Naming = Callable[[type[Atom], Name], Name]
"""The value of an atom of a type, given how it is written."""


def as_written(_atom: type[Atom], name: Name) -> Name:
    return name


def decode(annotation: Any, json: Any, naming: Naming = as_written) -> Any:
    """The value of a type that a JSON value represents.

    `annotation` is the result of `typing.get_type_hints(is_valid, include_extras=True)` for a parameter. Raises
    ValueError, with the place, if the JSON value is not of that type.
    """
    return Decoder(naming).value(annotation, json, "value")


@dataclasses.dataclass(frozen=True)
class Decoder:
    naming: Naming = as_written

    def value(self, annotation: Any, json: Any, place: str) -> Any:
        annotation = plain(annotation)
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if annotation is int or annotation is bool or annotation is str:
            return expect(type(json) is annotation, json, place, annotation.__name__)
        if annotation is None or annotation is types.NoneType:
            return expect(json is None, json, place, "null")
        if origin is Literal:
            allowed = any(type(json) is type(each) and json == each for each in arguments)
            return expect(allowed, json, place, f"one of {arguments}")
        if origin in (Union, types.UnionType):
            members = [member for member in arguments if (member is types.NoneType) == (json is None)]
            expect(len(members) == 1, json, place, str(annotation))
            return self.value(members[0], json, place)
        if origin is list:
            return self.elements(arguments[0], array(json, place), place)
        if origin is tuple:
            return self.parts(arguments, array(json, place), place)
        if origin in (set, frozenset):
            elements = self.elements(arguments[0], tagged("set", json, place), place)
            expect(len(set(elements)) == len(elements), json, place, "a set without repetition")
            return origin(elements)
        if origin is dict:
            entries = self.elements(tuple[arguments], tagged("dict", json, place), place)
            expect(len({key for key, _ in entries}) == len(entries), json, place, "a dict with each key once")
            return dict(entries)
        if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
            return annotation[expect(json in annotation.__members__, json, place, "a member")]
        if isinstance(annotation, type) and issubclass(annotation, Atom):
            kinds = " or ".join(kind.__name__ for kind in annotation.as_)
            expect(type(json) in annotation.as_, json, place, kinds)
            return self.naming(annotation, json)
        if (fields := fields_of(annotation)) is not None:
            return self.record(annotation, fields, json, place)
        raise TypeError(f"{place}: a pair cannot contain values of type {annotation}")

    def elements(self, annotation: Any, items: list[Any], place: str) -> list[Any]:
        return [self.value(annotation, item, f"{place}[{i}]") for i, item in enumerate(items)]

    def parts(self, kinds: tuple[Any, ...], items: list[Any], place: str) -> tuple[Any, ...]:
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            return tuple(self.elements(kinds[0], items, place))
        expect(len(items) == len(kinds), items, place, f"{len(kinds)} values")
        return tuple(self.value(kind, item, f"{place}[{i}]") for i, (kind, item) in enumerate(zip(kinds, items)))

    def record(self, cls: type, fields: dict[str, Any], json: Any, place: str) -> Any:
        whole = type(json) is dict and json.keys() == fields.keys()
        expect(whole, json, place, f"{cls.__name__}, with {', '.join(fields)}")
        return cls(**{name: self.value(hint, json[name], f"{place}.{name}") for name, hint in fields.items()})


def plain(annotation: Any) -> Any:
    """The type without marks such as `Input`, and without a `NewType` name."""
    while True:
        if typing.get_origin(annotation) is Annotated:
            annotation = typing.get_args(annotation)[0]
        elif isinstance(annotation, NewType):
            annotation = annotation.__supertype__
        else:
            return annotation


def fields_of(annotation: Any) -> dict[str, Any] | None:
    """The fields of a dataclass or NamedTuple with their types, in order; None if it is neither."""
    if dataclasses.is_dataclass(annotation):
        names: Iterable[str] = (field.name for field in dataclasses.fields(annotation))
    elif isinstance(annotation, type) and issubclass(annotation, tuple) and hasattr(annotation, "_fields"):
        names = annotation._fields
    else:
        return None
    hints = typing.get_type_hints(annotation, include_extras=True)
    return {name: hints[name] for name in names}


def expect(fine: bool, json: Any, place: str, expected: str) -> Any:
    """The JSON value, if it is valid."""
    if not fine:
        raise ValueError(f"{place}: expected {expected}, found {json!r}")
    return json


def array(json: Any, place: str) -> list[Any]:
    return expect(type(json) is list, json, place, "an array")


def tagged(tag: str, json: Any, place: str) -> list[Any]:
    """The array under the only key of an object: `{"set": [...]}`."""
    fine = type(json) is dict and json.keys() == {tag} and type(json[tag]) is list
    return expect(fine, json, place, f'{{"{tag}": [...]}}')[tag]
