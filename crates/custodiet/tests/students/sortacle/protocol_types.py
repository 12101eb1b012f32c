# correct
from __future__ import annotations

from typing import Iterable, Protocol, Union, cast


class HasAge(Protocol):
    name: str
    age: int


Key = tuple[int, Union[str, int]]


def keys(people: Iterable[HasAge]) -> list[Key]:
    return [cast(Key, (p.age, p.name)) for p in people]


def is_valid(people_in: list[HasAge], people_out: list[HasAge]) -> bool:
    before, after = keys(people_in), keys(people_out)
    ordered: bool = all(x[0] <= y[0] for x, y in zip(after, after[1:]))
    before.sort()
    after.sort()
    return ordered and before == after
