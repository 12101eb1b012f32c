"""A problem file as Python sees it: which pairs are valid, and which are correct.

`load(name)` imports `problems/NAME.py` with the package in `python/`. CPython defines the meaning of a problem file, so the ground
truth about a pair is what these functions return, not anything that Custodiet computed.
"""

import functools
import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

STUDY = Path(__file__).resolve().parent
ROOT = STUDY.parent
sys.path.insert(0, str(ROOT / "python"))

from custodiet.declarations import declared_in  # noqa: E402

Pair = tuple[Any, ...]
Bucket = tuple[int, ...]


@dataclass(frozen=True)
class Property:
    """A function of the problem file, and the positions of its arguments in a pair."""

    name: str
    function: Callable[..., bool]
    places: tuple[int, ...]

    def holds(self, pair: Pair) -> bool:
        return bool(self.function(*(pair[place] for place in self.places)))


@dataclass(frozen=True)
class Problem:
    name: str
    module: ModuleType
    params: tuple[str, ...]
    preconditions: tuple[Property, ...]
    subproperties: tuple[Property, ...]
    required: frozenset[int]

    def applies(self, pair: Pair) -> bool:
        """Whether the pair satisfies all preconditions."""
        return all(each.holds(pair) for each in self.preconditions)

    def bucket(self, pair: Pair) -> Bucket:
        """The subproperties that fail, by their positions in the file."""
        return tuple(i for i, each in enumerate(self.subproperties) if not each.holds(pair))

    def correct(self, bucket: Bucket) -> bool:
        """Whether pairs of this bucket are correct: no required subproperty fails."""
        return self.required.isdisjoint(bucket)

    def names(self, bucket: Bucket) -> list[str]:
        return [self.subproperties[i].name for i in bucket]

    def bucket_of(self, names: list[str]) -> Bucket:
        """The bucket in which exactly these subproperties fail."""
        return tuple(i for i, each in enumerate(self.subproperties) if each.name in names)


def digest(*paths: Path | str, also: object = "") -> str:
    """Changes with the contents of these files (the study's own are given by name) and with the other arguments."""
    contents = [(STUDY / path).read_bytes() for path in paths]
    return hashlib.sha256(b"\0".join([*contents, repr(also).encode()])).hexdigest()[:12]


def meaning(name: str) -> tuple[Path, ...]:
    """The files that define correctness: the problem file and the package it imports."""
    return (ROOT / "problems" / f"{name}.py", *sorted((ROOT / "python/custodiet").glob("*.py")))


@functools.cache
def load(name: str) -> Problem:
    path = ROOT / "problems" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"problem_{name}", path)
    assert spec and spec.loader, path
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    params = tuple(inspect.signature(module.is_valid).parameters)

    def property_of(function: Callable[..., bool]) -> Property:
        return Property(function.__name__, function, tuple(map(params.index, inspect.signature(function).parameters)))

    declared = declared_in(module)
    return Problem(
        name,
        module,
        params,
        tuple(property_of(each.function) for each in declared.preconditions.values()),
        tuple(property_of(each.function) for each in declared.subproperties.values()),
        frozenset(i for i, each in enumerate(declared.subproperties.values()) if each.required),
    )
